import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallAnswer, connectPinned, type TestClient } from '../clients.ts';
import { COMPARED_CALLS, type ComparedCall } from './calls.ts';
import { makeTree, snapshot } from './tree.ts';

const require = createRequire(import.meta.url);
const ORIGINAL = path.join(
  path.dirname(require.resolve('@modelcontextprotocol/server-filesystem/package.json')),
  'dist/index.js',
);
const DOCUMENT = readFileSync('docs/server-filesystem.md', 'utf8');

interface Side {
  base: string;
  client: TestClient;
}

let original: Side;
let ours: Side;

async function start(program: readonly string[]): Promise<Side> {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'repomap-compare-')));
  makeTree(base);
  const args = [...program, path.join(base, 'first'), path.join(base, 'second')];
  return { base, client: await connectPinned({ command: process.execPath, args }) };
}

beforeAll(async () => {
  original = await start([ORIGINAL]);
  ours = await start(['dist/cli.js', 'mcp', '--profile', 'server-filesystem']);
});
afterAll(async () => {
  for (const side of [original, ours]) {
    await side?.client.close();
    rmSync(side.base, { recursive: true, force: true });
  }
});

/** Node 26 names the path here, earlier ones do not, and the original hands on what its Node says. */
const PATH_OF_LATER_NODES = /(illegal operation on a directory, read) '[^']*'/g;

async function answerOf(
  side: Side,
  { tool, args }: ComparedCall,
): Promise<{ content: unknown; isError: boolean }> {
  const placed = JSON.parse(JSON.stringify(args).replaceAll('ROOT', side.base)) as Record<string, unknown>;
  const answer: CallAnswer = await side.client.callTool(tool, placed);
  const text = JSON.stringify(answer.content)
    .replaceAll(side.base, 'ROOT')
    .replaceAll(PATH_OF_LATER_NODES, '$1');
  const content = JSON.parse(tool === 'get_file_info' ? withoutTimesOfTheTest(text) : text);
  return { content, isError: answer.isError === true };
}

describe('next to the original', () => {
  test('the tools have the same names, input schemas and annotations', async () => {
    const [theirs, own] = [await original.client.listTools(), await ours.client.listTools()];
    const { tools } = { tools: own.filter((tool) => tool.name !== 'fs_map') };
    expect(tools.map((tool) => tool.name)).toEqual(theirs.map((tool) => tool.name));
    expect(DOCUMENT).toContain('`annotation-title`');
    for (const [index, tool] of tools.entries()) {
      const other = theirs[index];
      expect(withoutDescriptions(tool.inputSchema)).toEqual(withoutDescriptions(other?.inputSchema));
      expect({ ...tool.annotations, title: undefined }).toEqual({ ...other?.annotations, title: undefined });
      expect(tool.title).toBe(other?.title);
      expect(tool.annotations?.title).toBe(tool.title);
    }
  });

  test.each(
    COMPARED_CALLS.map(
      (call, index) => [index + 1, call.tool, JSON.stringify(call.args).slice(0, 120), call] as const,
    ),
  )('%i %s %s', async (_index, _tool, _args, call) => {
    const [theirs, own] = [await answerOf(original, call), await answerOf(ours, call)];
    if (call.differs) expect(DOCUMENT).toContain(`\`${call.differs}\``);
    if (!call.differs || call.onlyFiles) expect(own).toEqual(theirs);
    else expect(own).not.toEqual(theirs);
  });

  test('the files are the same afterwards, but for the listed differences', () => {
    const [theirs, own] = [snapshot(original.base), snapshot(ours.base)];
    const differing = Object.keys({ ...theirs, ...own }).filter((name) => theirs[name] !== own[name]);
    const unexpected = differing.filter((name) => !LEFT_DIFFERENT.some((one) => one.test(name)));
    expect(unexpected).toEqual([]);
    expect(own['first/mixed.txt']).toMatch(/one\r\nzwei\nthree\r\nfour\n$/);
    expect(own['first/latin1.txt']).toMatch(/caf\xe9\nbar\n$/);
    expect(own['first/moved-link']).toBe('link sub');
  });

  test('at least 150 calls are compared', () => {
    expect(COMPARED_CALLS.length).toBeGreaterThanOrEqual(150);
  });
});

/** Both trees are made and read at their own moment; only the modification time of files is set. */
function withoutTimesOfTheTest(text: string): string {
  const volatile = text.includes('isDirectory: true')
    ? /(created|modified|accessed): [^\\]+/g
    : /(created|accessed): [^\\]+/g;
  return text.replace(volatile, '$1: …');
}

/** What the listed differences leave different: an edit, a refused edit, a link moved instead of its target, and a pipe not moved. */
const LEFT_DIFFERENT = [
  /^first\/mixed\.txt$/,
  /^first\/read-only\.txt$/,
  /^first\/latin1\.txt$/,
  /^first\/(sub|moved-link|link-directory)(\/|$)/,
  /^first\/(pipe|moved-pipe)$/,
];

function withoutDescriptions(schema: unknown): unknown {
  return JSON.parse(
    JSON.stringify(schema ?? null, (key, value) =>
      key === 'description' && typeof value === 'string' ? undefined : value,
    ),
  );
}
