import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let base: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(path.join(tmpdir(), 'repomap-config-')));
  for (const name of ['notes', 'logs']) mkdirSync(path.join(base, name));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

interface Description {
  name: string;
  version: string;
  profile: string;
  instructions: string;
  tools: { name: string; inputSchema: object; outputSchema?: object; annotations: Record<string, boolean> }[];
}

function describeServer(...args: string[]): Description {
  const program = path.resolve('dist/cli.js');
  return JSON.parse(
    execFileSync(process.execPath, [program, 'mcp', '--describe', ...args], {
      cwd: base,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
}

/** Status and the one line on standard error of a server that does not start. */
function failure(...args: string[]): { status: number | null; message: string; output: string } {
  const program = path.resolve('dist/cli.js');
  const { status, stderr, stdout } = spawnSync(process.execPath, [program, 'mcp', ...args], {
    cwd: base,
    encoding: 'utf8',
    input: '',
  });
  return { status, message: stderr.trim(), output: stdout };
}

function configFile(content: object): string {
  const file = path.join(base, 'server.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const namesOf = ({ tools }: Description) => tools.map((tool) => tool.name);
const ALL = [
  'map',
  'refs',
  'read',
  'list',
  'glob',
  'grep',
  'stat',
  'write',
  'edit',
  'mkdir',
  'move',
  'delete',
];
const READING = ALL.slice(0, 7);
const under = (prefix: string, names: string[]) => names.map((name) => `${prefix}_${name}`);

describe('a configuration', () => {
  test('of one directory registers the twelve tools under fs', () => {
    const description = describeServer('notes');
    expect(description).toMatchObject({
      name: 'repomap',
      profile: 'fs',
      version: expect.stringMatching(/^\d/),
    });
    expect(namesOf(description)).toEqual(under('fs', ALL));
  });

  test('may be read-only, under another prefix or none, and have a name', () => {
    expect(namesOf(describeServer('notes', '--read-only', '--prefix', 'n'))).toEqual(under('n', READING));
    expect(namesOf(describeServer('notes', '--prefix', ''))).toEqual(ALL);
    expect(describeServer('notes', '--name', 'mine').name).toBe('mine');
  });

  test('of several directories takes their base names as prefixes', () => {
    const names = namesOf(describeServer('notes', 'logs', '--read-only'));
    expect(names).toEqual([...under('notes', READING), ...under('logs', READING)]);
  });

  test('in a file has toolkits with roots relative to it', () => {
    const config = {
      name: 'from-file',
      version: '9.9.9',
      instructions: 'Look first.',
      tools: {
        notes: { root: 'notes', prefix: 'notes' },
        'FileSystem#logs': { root: path.join(base, 'logs'), prefix: 'logs', 'read-only': true },
      },
    };
    const description = describeServer('--config', configFile(config));
    expect(description).toMatchObject({ name: 'from-file', version: '9.9.9', instructions: 'Look first.' });
    expect(namesOf(description)).toEqual([...under('notes', ALL), ...under('logs', READING)]);
  });

  test('on the command line has the same toolkits', () => {
    const names = namesOf(
      describeServer(
        '--tool',
        'notes={"root":"notes","read-only":true}',
        '--tool',
        'logs={"root":"logs","prefix":"l"}',
      ),
    );
    expect(names).toEqual([...under('fs', READING), ...under('l', ALL)]);
  });

  test('declares what each tool does', () => {
    const { tools } = describeServer('notes');
    for (const { name, annotations } of tools) {
      const reads = READING.includes(name.slice(3));
      expect({ name, ...annotations }).toMatchObject(
        reads
          ? { readOnlyHint: true, idempotentHint: true, openWorldHint: false }
          : { readOnlyHint: false, destructiveHint: name !== 'fs_mkdir', openWorldHint: false },
      );
      expect('idempotentHint' in annotations).toBe(reads);
    }
  });

  test('never advertises the reserved argument', () => {
    expect(JSON.stringify(describeServer('notes').tools.map((tool) => tool.inputSchema))).not.toContain(
      'xpected-revisions',
    );
  });
});

describe('a configuration is refused, with the reason,', () => {
  test.each<[string, (folder: string) => string[], RegExp, number]>([
    ['without a directory', () => [], /No directory to serve/, 2],
    ['with a missing root', () => ['nowhere'], /Root 'nowhere' does not exist/, 1],
    ['with a file as root', () => [process.execPath], /is not a directory/, 1],
    ['with an unknown option', () => ['notes', '--colour'], /--colour/, 2],
    [
      'with an unknown profile',
      () => ['notes', '--profile', 'x'],
      /Unknown profile 'x'; the profiles are fs, /,
      2,
    ],
    [
      'with an impossible prefix',
      () => ['notes', '--prefix', 'a b'],
      /The prefix 'a b' of --prefix must be/,
      2,
    ],
    ['with one prefix for two', () => ['notes', 'logs', '--prefix', 'p'], /use --tool for each/, 2],
    ['with a bad message limit', () => ['notes', '--max-message', 'big'], /--max-message takes a number/, 2],
    [
      'with two toolkits of one prefix',
      () => ['--tool', 'a={"root":"notes"}', '--tool', 'b={"root":"logs"}'],
      /Toolkits 'a' and 'b' would both register 'fs_map'/,
      2,
    ],
    ['with a toolkit that is no JSON', () => ['--tool', 'a={root}'], /--tool a is not valid JSON/, 2],
    ['with a toolkit without root', () => ['--tool', 'a={}'], /toolkit 'a' needs a 'root'/, 2],
    [
      'with an unknown key of a toolkit',
      () => ['--tool', 'a={"root":"notes","readOnly":true}'],
      /Unknown key 'readOnly' in toolkit 'a'; the keys are root, prefix, read-only, history/,
      2,
    ],
    [
      'with a wrongly typed key',
      () => ['--tool', 'a={"root":5}'],
      /'root' of toolkit 'a' must be a string/,
      2,
    ],
    ['with an unknown kind of toolkit', () => ['--tool', 'Shell#a={"root":"notes"}'], /unknown kind/, 2],
    [
      'with a missing file',
      () => ['--config', 'nowhere.json'],
      /configuration 'nowhere.json' cannot be read/,
      1,
    ],
    [
      'with a prefix for another profile',
      () => ['notes', '--profile', 'server-filesystem', '--prefix', 'x'],
      /takes no --prefix/,
      2,
    ],
    [
      'with permissions for another profile',
      () => ['notes', '--permissions', 'file:read'],
      /takes no --permissions; .*say --read-only/,
      2,
    ],
    [
      'with an unknown permission',
      () => ['--profile', 'file-operations', '--permissions', 'file:read,net'],
      /Unknown permission 'net'/,
      2,
    ],
  ])('%s', (_, args, message, status) => {
    const result = failure(...args(base));
    expect(result.message).toMatch(message);
    expect(result.message.split('\n')).toHaveLength(1);
    expect(result).toMatchObject({ status, output: '' });
  });

  test('with an unknown key in its file', () => {
    expect(failure('--config', configFile({ tool: {} })).message).toMatch(
      /Unknown key 'tool' in configuration/,
    );
  });
});

test('--help tells every option', () => {
  const { status, output } = failure('--help');
  expect(status).toBe(0);
  for (const option of [
    '--read-only',
    '--prefix',
    '--profile',
    '--config',
    '--tool',
    '--describe',
    '--permissions',
  ]) {
    expect(output).toContain(option);
  }
});
