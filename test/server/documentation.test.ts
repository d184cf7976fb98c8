import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RawClient } from './raw-client.ts';

interface Setup {
  command: string;
  args: string[];
}

let base: string;
let client: RawClient | undefined;

beforeEach(() => {
  base = realpathSync(mkdtempSync(path.join(tmpdir(), 'repomap-setup-')));
  for (const name of ['project', 'notes']) mkdirSync(path.join(base, name));
});
afterEach(async () => {
  await client?.stop();
  client = undefined;
  rmSync(base, { recursive: true, force: true });
});

const document = readFileSync('docs/server.md', 'utf8') + readFileSync('docs/server-filesystem.md', 'utf8');
const blocks = [...document.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => JSON.parse(text));
const setups: Setup[] = blocks.flatMap((block) =>
  Object.values<Setup>(block.mcpServers ?? block.servers ?? {}),
);

/** The documented places, moved to where the test may write. */
const placed = (text: string) =>
  text
    .replace(/\$\{workspaceFolder\}/, path.join(base, 'project'))
    .replace(/^\/(home\/me|srv)\//, `${base}/`)
    .replace(/^\/project$/, path.join(base, 'project'));

async function toolsOf(args: string[]): Promise<string[]> {
  client = new RawClient([path.resolve('dist/cli.js'), ...args], { cwd: path.join(base, 'project') });
  await client.initialize();
  const { result = {} } = await client.request(1, 'tools/list');
  return (result.tools as { name: string }[]).map((tool) => tool.name);
}

/** What the container runs: the image's entry point, then the arguments after the image's name. */
function containerCommand(args: string[]): string[] {
  const [, entry = '[]'] = /^ENTRYPOINT (.*)$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
  const [program, ...fixed] = JSON.parse(entry) as string[];
  expect(program).toBe('repomap');
  return [...fixed, ...args.slice(args.indexOf('repomap') + 1)];
}

describe('each set-up of the documentation', () => {
  test.each(setups.map((setup) => [`${setup.command} ${setup.args.join(' ')}`, setup] as const))(
    'starts a server with a map: %s',
    async (_, { command, args }) => {
      const own = command === 'docker' ? containerCommand(args) : args.slice(args.indexOf('repomap') + 1);
      expect(await toolsOf(own.map(placed))).toContain('fs_map');
    },
  );

  test('covers Claude Code, Claude Desktop, VS Code, Cursor, Docker and the other profile', () => {
    expect(setups).toHaveLength(6);
  });
});

test('the configuration file of the documentation works', async () => {
  const config = blocks.find((block) => block.tools);
  for (const toolkit of Object.values<{ root: string }>(config.tools)) toolkit.root = placed(toolkit.root);
  writeFileSync(path.join(base, 'server.json'), JSON.stringify(config));
  const names = await toolsOf(['mcp', '--config', path.join(base, 'server.json')]);
  expect(names).toEqual(expect.arrayContaining(['fs_write', 'notes_read']));
  expect(names).not.toContain('notes_write');
});

test('the registry entry names this package, this version and a command that starts', async () => {
  const entry = JSON.parse(readFileSync('server.json', 'utf8'));
  const own = JSON.parse(readFileSync('package.json', 'utf8'));
  const [shipped] = entry.packages;
  expect(entry).toMatchObject({ name: own.mcpName, version: own.version });
  // What the registry's schema allows.
  expect(entry.description.length).toBeLessThanOrEqual(100);
  expect(entry.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(shipped).toMatchObject({ identifier: own.name, version: own.version });
  const args = shipped.packageArguments.map(
    (argument: { value?: string; default?: string }) => argument.value ?? argument.default,
  );
  expect(await toolsOf(args)).toContain('fs_map');
});
