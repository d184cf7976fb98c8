import { cpSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RawClient } from '../server/raw-client.ts';
import { randomNumbers } from './support/python-tree.ts';

/** Lines, and calls, sent; the recorded run used 10,000 of each. */
const COUNT = Number(process.env.REPOMAP_FUZZ ?? 1000);
/** Sent before an answer is waited for. */
const BURST = 100;

let base: string;
let client: RawClient;

beforeEach(async () => {
  base = mkdtempSync(path.join(tmpdir(), 'fuzz-server-'));
  cpSync('fixtures/polyglot', path.join(base, 'tree'), { recursive: true });
  writeFileSync(path.join(base, 'secret'), 'OUTSIDE-SECRET');
  client = new RawClient([path.resolve('dist/cli.js'), 'mcp', path.join(base, 'tree')], {
    env: { XDG_CACHE_HOME: path.join(base, 'cache') },
  });
  await client.initialize();
});

afterEach(async () => {
  await client.stop();
  rmSync(base, { recursive: true, force: true });
});

/** What the server holds open in the tree: the parse results on disk are a bounded number of files beside. */
const descriptors = () =>
  readdirSync(`/proc/${client.process.pid}/fd`).filter((fd) =>
    targetOf(fd).startsWith(path.join(base, 'tree')),
  ).length;

function targetOf(fd: string): string {
  try {
    return readlinkSync(`/proc/${client.process.pid}/fd/${fd}`);
  } catch {
    return '';
  }
}

function expectConforming(): void {
  for (const message of client.received) {
    expect(message.jsonrpc).toBe('2.0');
    expect(JSON.stringify(message)).not.toContain('OUTSIDE-SECRET');
    if (message.method !== undefined) continue;
    expect(['string', 'number', 'object']).toContain(typeof message.id);
    expect((message.result === undefined) !== (message.error === undefined), JSON.stringify(message)).toBe(
      true,
    );
    // -32603 would be an error that nobody foresaw.
    expect(message.error?.code, JSON.stringify(message)).not.toBe(-32603);
  }
}

/** One of a list, and numbers below a bound, the same for the same seed. */
function dice(seed: number) {
  const random = randomNumbers(seed);
  const below = (bound: number) => Math.floor(random() * bound);
  return { below, pick: <T>(values: readonly T[]): T => values[below(values.length)] as T };
}

const VALUES: readonly unknown[] = [
  null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, '', '.', '..', '../secret', '/etc/passwd', 'a\0b', '\ud800',
  'src', 'src/../..', '*', '**/*', '(a+)+$', '[', 'x'.repeat(5000), [], {}, [[[]]], ['.'], { a: 1 },
  '__proto__', 'constructor', '\u202e', '\n', '~', '%2e%2e', 'file:///etc/passwd', 'README.md', 'secret',
]; // biome-ignore format: one line a thought

describe('a server that is sent', { timeout: 180_000 + COUNT * 100 }, () => {
  test(`${COUNT} malformed lines answers each that can be answered, and goes on`, async () => {
    const { below, pick } = dice(1);
    const whole = (id: number): string =>
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'fs_stat', arguments: { path: '.' } },
      });
    const kinds: ((id: number) => string | Buffer)[] = [
      (id) => whole(id).slice(0, below(whole(id).length - 1)),
      (id) => whole(id).replace(pick(['{', '}', '"', ':', ',']), pick(['', '{', '[', '"', '\\', '\0'])),
      () => JSON.stringify(pick(VALUES)),
      () => JSON.stringify(Array.from({ length: below(4) }, () => pick(VALUES))),
      (id) => JSON.stringify({ jsonrpc: pick(['1.0', 2, null, '2.0']), id, method: pick(VALUES) }),
      (id) =>
        JSON.stringify({
          jsonrpc: '2.0',
          id: pick([id, ...VALUES]),
          method: 'tools/call',
          params: pick(VALUES),
        }),
      (id) =>
        JSON.stringify({
          jsonrpc: '2.0',
          id,
          method: pick(['tools/list', 'ping', 'x', '']),
          params: pick(VALUES),
        }),
      (id) => JSON.stringify({ jsonrpc: '2.0', id, result: pick(VALUES), error: pick(VALUES) }),
      () =>
        JSON.stringify({
          jsonrpc: '2.0',
          method: `notifications/${pick(['cancelled', 'x', 'progress'])}`,
          params: pick(VALUES),
        }),
      () =>
        Buffer.from(Array.from({ length: 1 + below(200) }, () => below(256)).filter((byte) => byte !== 10)),
      () => '[['.repeat(1 + below(3000)),
      () => `{"a":${'{"a":'.repeat(below(3000))}`,
      () => '\ufeff{}',
      () => pick(['', ' ', '\r', '\t\t', '\u2028', 'Content-Length: 10', 'GET / HTTP/1.1']),
    ];
    for (let sent = 0; sent < COUNT; sent++) {
      const line = pick(kinds)(1_000_000 + sent);
      client.process.stdin.write(line);
      client.process.stdin.write('\n');
      if (sent % BURST === 0) expect((await client.request(`alive ${sent}`, 'ping')).result).toBeDefined();
    }
    const last = await client.request('last', 'tools/call', { name: 'fs_stat', arguments: { path: '.' } });
    expect(last.result?.isError ?? false).toBe(false);
    expectConforming();
  });

  test(`${COUNT} calls with arguments of every kind answers each once, and holds nothing`, async () => {
    const { below, pick } = dice(2);
    const { result } = await client.request('tools', 'tools/list');
    const tools = result?.tools as { name: string; inputSchema: { properties?: Record<string, unknown> } }[];
    // Deleting or moving the tree away would make the rest of the calls one and the same.
    const chosen = tools.filter(({ name }) => !/delete|move/.test(name));
    const keys = [
      ...new Set(chosen.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}))),
      'unknown',
    ];
    const argumentsOf = (own: readonly string[]) =>
      Object.fromEntries(
        Array.from({ length: 1 + below(4) }, () => [pick(below(8) === 0 ? keys : own), pick(VALUES)]),
      );
    await client.request('map', 'tools/call', { name: 'fs_map', arguments: {} });
    const before = descriptors();
    const answersBefore = client.received.length;
    for (let first = 0; first < COUNT; first += BURST) {
      const ids = Array.from({ length: Math.min(BURST, COUNT - first) }, (_, i) => first + i);
      for (const id of ids) {
        const tool = pick(chosen);
        const own = Object.keys(tool.inputSchema.properties ?? {});
        client.send({
          jsonrpc: '2.0',
          id,
          method: 'tools/call',
          params: { name: tool.name, arguments: argumentsOf(own) },
        });
      }
      const expected = answersBefore + first + ids.length;
      await client.until(() => client.received.length >= expected);
    }
    const answered = client.received.flatMap(({ id, method }) => (method === undefined ? [id] : []));
    expect(new Set(answered).size).toBe(answersBefore + COUNT);
    expectConforming();
    expect(client.log).not.toMatch(/unforeseen|Error:/i);
    await expect.poll(descriptors).toBeLessThanOrEqual(before);
  });
});
