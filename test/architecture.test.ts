import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/** Layers from the top: a file may import its own layer or one below it, never one above. */
const LAYERS: readonly (readonly [layer: string, matches: RegExp])[] = [
  ['entry', /^(cli|server|index)(\.ts$|\/)/],
  ['tools', /^(tools\/|config)/],
  ['engine', /^map\/(?!(parse|graph|render|model)\b)/],
  ['stage', /^map\/(parse|graph|render)\//],
  ['model', /^map\/model(\.ts$|\/)/],
  ['fs', /^fs\//],
  ['errors', /^(errors\.ts|counted\.ts|version\.ts|\.\.\/package\.json)$/],
];

const layerOf = (file: string): number => {
  const index = LAYERS.findIndex(([, matches]) => matches.test(file));
  if (index < 0) throw new Error(`${file} belongs to no layer`);
  return index;
};

const stageOf = (file: string): string | undefined => /^map\/(parse|graph|render)\//.exec(file)?.[1];

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => file.endsWith('.ts'));

const textOf = (file: string): string => readFileSync(path.join('src', file), 'utf8');

const importsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)].map(([, specifier = '']) =>
    path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier)),
  );

const pairs = sources.flatMap((file) => importsOf(file).map((target) => ({ file, target })));

describe('imports', () => {
  test('point down the layers only', () => {
    expect(pairs.filter(({ file, target }) => layerOf(target) < layerOf(file))).toEqual([]);
  });

  test('never cross between parse, graph and render', () => {
    expect(
      pairs.filter(({ file, target }) => {
        const [from, to] = [stageOf(file), stageOf(target)];
        return from !== undefined && to !== undefined && from !== to;
      }),
    ).toEqual([]);
  });

  test('never run in a circle, whatever they take', () => {
    const reachedFrom = (file: string, seen = new Set<string>()): Set<string> => {
      for (const { file: from, target } of pairs) {
        if (from !== file || seen.has(target)) continue;
        seen.add(target);
        reachedFrom(target, seen);
      }
      return seen;
    };
    expect(sources.filter((file) => reachedFrom(file).has(file))).toEqual([]);
  });

  test('of the MCP SDK stand in the server only', () => {
    expect(
      sources.filter(
        (file) => !file.startsWith('server') && textOf(file).includes("from '@modelcontextprotocol/"),
      ),
    ).toEqual([]);
  });

  test('of files and processes stay out of graph and render', () => {
    expect(
      sources.filter(
        (file) => /^map\/(graph|render)\//.test(file) && /'node:(fs|child_process)/.test(textOf(file)),
      ),
    ).toEqual([]);
  });
});
