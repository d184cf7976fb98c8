import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeArena, SECRET } from '../fs/arena.ts';
import { RawClient } from '../server/raw-client.ts';

interface Schema {
  type?: string;
  enum?: readonly unknown[];
  default?: unknown;
  items?: Schema;
  anyOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
}

interface Tool {
  name: string;
  inputSchema: Schema;
}

/** Longer than any call here should take, on a machine that has other work. */
const HANG_MS = 90_000;

/** Spellings of places outside, and of things inside that are no files. */
function hostilePaths(root: string): readonly string[] {
  const outside = path.join(path.dirname(root), 'outside');
  return [
    '../outside/leaf',
    'dir/../../outside/leaf',
    `${outside}/leaf`,
    `${root}/../outside/leaf`,
    `/${outside}/leaf`,
    `${root}-twin/leaf`,
    '/proc/self/environ',
    `/proc/self/root${outside}/leaf`,
    `/proc/self/cwd/../outside/leaf`,
    '/dev/fd/0',
    'dir-link',
    'dir-link/',
    'dir-link/.',
    'dir-link/leaf',
    'dir-link/../outside/leaf',
    'dir-link/new',
    'dir/sub/leaf-link',
    'dir/sub-link/full/x',
    'absolute-link/leaf',
    'proc-link/leaf',
    'root-link/etc/passwd',
    'loop/x',
    'dangling',
    'pipe',
    'socket',
    'null',
    'file://../outside/leaf',
    `file://${outside}/leaf`,
    '%2e%2e/outside/leaf',
    '..\\outside\\leaf',
    '~/x',
    '..',
    '/',
    'a\0b',
    '../outside/leaf\0.py',
    'x\ud800',
    '\u001b[2J',
    '.\u200b./outside/leaf',
    '\u2025/outside/leaf',
    'DIR/../../outside/leaf',
    'n'.repeat(5000),
    'a/'.repeat(5000),
    '../'.repeat(1000),
    '__proto__',
    '-rf',
  ];
}

/** Arguments that a tool accepts, with `value` wherever a string of any kind may stand. */
function attack(
  { properties = {}, required = [] }: Schema,
  key: string,
  value: string,
): Record<string, unknown> {
  const names = [...new Set([...required, key])];
  return Object.fromEntries(
    names.map((name) => [
      name,
      name === key ? filled(properties[name] ?? {}, value) : harmless(name, properties[name]),
    ]),
  );
}

function filled(schema: Schema, value: string): unknown {
  if (schema.type === 'array') return [schema.items?.properties ? harmless('', schema.items) : value];
  return value;
}

const holdsText = ({ type, items, anyOf, enum: values }: Schema): boolean =>
  values === undefined &&
  (type === 'string' || (type === 'array' && items?.type === 'string') || (anyOf?.some(holdsText) ?? false));

/** What a call needs besides, so that it gets as far as the path. */
function harmless(name: string, schema: Schema = {}): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return harmless(name, schema.anyOf[0]);
  switch (schema.type) {
    case 'array':
      return [harmless(name, schema.items)];
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, one]) => [key, harmless(key, one)]),
      );
    case 'boolean':
      return true;
    case 'number':
    case 'integer':
      return 1;
    default:
      return /path|source|from/i.test(name)
        ? 'dir/sub/leaf'
        : /dest|to$/i.test(name)
          ? `new-${name}`
          : 'inside';
  }
}

function makeHostileArena() {
  const arena = makeArena();
  const { root, outside } = arena;
  symlinkSync(outside, path.join(root, 'absolute-link'));
  symlinkSync(`/proc/self/root${outside}`, path.join(root, 'proc-link'));
  symlinkSync('/', path.join(root, 'root-link'));
  symlinkSync('loop', path.join(root, 'loop'));
  symlinkSync('../outside/absent', path.join(root, 'dangling'));
  execFileSync('mkfifo', [path.join(root, 'pipe')]);
  if (process.getuid?.() === 0) execFileSync('mknod', [path.join(root, 'null'), 'c', '1', '3']);
  linkSync(path.join(root, 'other/keep'), path.join(root, 'hard'));
  const listener = createServer().listen(path.join(root, 'socket'));
  onTestFinished(() => void listener.close());
  return arena;
}

const PROFILES = ['fs', 'server-filesystem', 'file-operations'];

describe.skipIf(process.platform !== 'linux')('each tool of profile', { timeout: 900_000 }, () => {
  test.each(PROFILES)(
    '%s, given places outside in each of its texts, stays inside and answers',
    async (profile) => {
      const probe = await toolsOf(profile);
      expect(probe.length).toBeGreaterThan(3);
      for (const tool of probe) await attackTool(profile, tool);
    },
  );
});

async function toolsOf(profile: string): Promise<readonly Tool[]> {
  const client = startServer(profile, makeHostileArena().root);
  try {
    await client.initialize();
    return (await client.request('tools', 'tools/list')).result?.tools as Tool[];
  } finally {
    await client.stop();
  }
}

function startServer(profile: string, root: string): RawClient {
  // The temporary directory is allowed in one profile: here it lies inside.
  const env = { TMPDIR: path.join(root, 'other'), XDG_CACHE_HOME: path.join(path.dirname(root), 'cache') };
  return new RawClient([path.resolve('dist/cli.js'), 'mcp', '--profile', profile, root], { cwd: root, env });
}

async function attackTool(profile: string, tool: Tool): Promise<void> {
  const arena = makeHostileArena();
  const client = startServer(profile, arena.root);
  try {
    await client.initialize();
    const texts = Object.entries(tool.inputSchema.properties ?? {}).filter(([, schema]) => holdsText(schema));
    const calls = texts.flatMap(([key]) =>
      hostilePaths(arena.root).map((value) => attack(tool.inputSchema, key, value)),
    );
    for (const [id, args] of calls.entries())
      client.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: tool.name, arguments: args } });
    for (const [id, args] of calls.entries()) {
      const what = `${tool.name} ${JSON.stringify(args).slice(0, 200)}`;
      const answer = await within(HANG_MS, client.answerTo(id), what);
      const text = JSON.stringify(answer.result ?? answer.error);
      expect(text, what).not.toContain(SECRET);
      expect(text, what).not.toContain(Buffer.from(SECRET).toString('base64').slice(0, 12));
      expect(text, what).not.toContain('root:x:0');
    }
    arena.expectOutsideUntouched();
    expect(existsSync(arena.root)).toBe(true);
    expect(client.log).not.toMatch(/Error:/);
    expect(descriptorsBelow(client.process.pid ?? 0, arena.root, arena.outside)).toEqual([]);
  } finally {
    await client.stop();
  }
}

function within<Result>(ms: number, work: Promise<Result>, what: string): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer: ${what}`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** What the server still holds open, the directories that it serves apart. */
function descriptorsBelow(pid: number, root: string, outside: string): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/${pid}/fd/${fd}`);
      return (target.startsWith(`${root}/`) && target !== `${root}/other`) || target.startsWith(outside)
        ? [target]
        : [];
    } catch {
      return [];
    }
  });
}
