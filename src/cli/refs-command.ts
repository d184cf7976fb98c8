import { RepomapError } from '../errors.ts';
import { displayPath } from '../fs/display-path.ts';
import { findReferences, type SymbolReferences, type UsingFile } from '../map/references.ts';
import { formatBlock } from '../map/render/block.ts';
import { similarNames } from '../map/similar-names.ts';
import type { RawRefsOptions } from './actions.ts';
import { currentDirectory, resolvePlace } from './map-options.ts';
import { withEngine } from './open-engine.ts';
import { print } from './output.ts';

/** `repomap refs NAME [path]`: resolves to the exit code. */
export async function runRefs(name: string, path: string | undefined, raw: RawRefsOptions): Promise<number> {
  const place = await resolvePlace(path, currentDirectory());
  return withEngine(place.root, raw, async ({ engine, signal }) => {
    const { tree, ranking } = await engine.map({
      path: place.path,
      maxChars: Number.POSITIVE_INFINITY,
      signal,
    });
    const found = findReferences(tree, ranking, name);
    if (found.definedIn.length === 0 && found.usedIn.length === 0) {
      throw unknownSymbol(name, similarNames(tree, found.name));
    }
    await print(raw.json ? `${JSON.stringify(toJson(found), undefined, 2)}\n` : describe(found, raw.limit));
    return 0;
  });
}

const unknownSymbol = (name: string, similar: readonly string[]) =>
  new RepomapError('no-match', `Nothing here is named ${JSON.stringify(name)}`, {
    hint: similar.length ? `similar names: ${similar.join(', ')}` : 'names are matched whole, case included',
  });

const toJson = ({ name, definedIn, usedIn }: SymbolReferences) => ({
  name,
  definitions: definedIn.flatMap(({ file, definitions }) =>
    definitions.flatMap((index) => {
      const definition = file.tags.definitions[index];
      if (!definition) return [];
      const { kind, line, startLine, endLine, row, exported } = definition;
      return [{ path: file.path, kind, line, startLine, endLine, signature: row.trim(), exported }];
    }),
  ),
  uses: usedIn,
});

/** The definitions as blocks of the map, then a line a file that uses them, then the count. */
function describe({ name, notInside, definedIn, usedIn }: SymbolReferences, limit: number): string {
  const linked = usedIn.filter((use) => use.definedIn.length > 0);
  const others = usedIn.slice(linked.length);
  const definitions = definedIn.reduce((sum, one) => sum + one.definitions.length, 0);
  const uses = usedIn.reduce((sum, { count }) => sum + count, 0);
  return [
    ...definedIn.map((one) => `${formatBlock(one.file, one.definitions)}\n`),
    ...section('used in:', linked, limit, definedIn.length > 1),
    ...section(
      linked.length ? 'the same name, by the graph not linked to it, in:' : 'used in:',
      others,
      Math.max(0, limit - linked.length),
      false,
    ),
    `[${name}: ${plural(definitions, 'definition')} in ${plural(definedIn.length, 'file')}; ${plural(uses, 'use')} in ${plural(usedIn.length, 'file')}; matched by name${notInside ? `; none inside ${notInside}` : ''}]\n`,
  ].join('');
}

function section(title: string, uses: readonly UsingFile[], limit: number, ambiguous: boolean): string[] {
  if (uses.length === 0) return [];
  const hidden = uses.length - Math.min(limit, uses.length);
  return [
    `${title}\n`,
    ...uses.slice(0, limit).map((use) => `  ${useLine(use, ambiguous)}\n`),
    ...(hidden > 0 ? [`  … ${hidden} more files (--limit lists more)\n`] : []),
    '\n',
  ];
}

const useLine = ({ path, line, count, definedIn }: UsingFile, ambiguous: boolean) =>
  `${displayPath(path)}:${line}  ${plural(count, 'use')}${ambiguous ? ` of the one in ${definedIn.map(displayPath).join(' or ')}` : ''}`;

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
