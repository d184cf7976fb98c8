import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, envelope, RawClient } from './raw-client.ts';
import { buildTrialServer } from './trial/build.ts';

let server: Awaited<ReturnType<typeof buildTrialServer>>;
let client: RawClient;

beforeAll(async () => {
  server = await buildTrialServer();
});
afterAll(() => server.remove());
afterEach(() => client.stop());

const start = (env: NodeJS.ProcessEnv = {}) => {
  client = new RawClient([server.file], { env });
  return client;
};

const call = (name: string, args: object = {}, extra: object = {}) => ({ name, arguments: args, ...extra });
const modernCall = (name: string, args: object = {}, meta: Record<string, unknown> = {}) =>
  call(name, args, envelope('2026-07-28', meta));

describe('a 2025-era session', () => {
  test.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])('of %s is served', async (version) => {
    start();
    const { result } = await client.initialize(version);
    expect(result).toEqual({
      protocolVersion: version,
      capabilities: { tools: {} },
      serverInfo: { name: 'trial', version: '1.2.3' },
      instructions: 'First map, then read.',
    });
    const answer = await client.request(1, 'tools/call', call('echo', { text: 'hi' }));
    expect(answer.result).toEqual({
      content: [{ type: 'text', text: 'hi' }],
      structuredContent: { text: 'hi' },
    });
    expect((await client.request(2, 'ping')).result).toEqual({});
  });

  test('that asks for an unknown revision is offered the newest', async () => {
    start();
    expect((await client.initialize('1999-01-01')).result).toMatchObject({ protocolVersion: '2025-11-25' });
  });
});

describe('a 2026-07-28 session', () => {
  test('needs no handshake', async () => {
    start();
    const { result } = await client.request(1, 'tools/call', modernCall('echo', { text: 'hi' }));
    expect(result).toMatchObject({ resultType: 'complete', content: [{ type: 'text', text: 'hi' }] });
  });

  test('carries the result type and how long a list may be kept', async () => {
    start();
    const discovered = await client.request(1, 'server/discover', envelope());
    const listed = await client.request(2, 'tools/list', envelope());
    for (const { result } of [discovered, listed]) {
      expect(result).toMatchObject({ resultType: 'complete', ttlMs: 300_000, cacheScope: 'private' });
    }
    expect(discovered.result).toMatchObject({
      supportedVersions: ['2026-07-28'],
      instructions: expect.any(String),
    });
  });

  test.each(['tools/list', 'tools/call', 'server/discover', 'ping'])(
    'refuses %s in a revision that is not served, whatever came first',
    async (method) => {
      start();
      await client.request(1, 'tools/call', modernCall('echo', { text: 'hi' }));
      const { error } = await client.request(2, method, { name: 'echo', ...envelope('2031-01-01') });
      expect(error).toMatchObject({
        code: -32022,
        data: { supported: ['2026-07-28'], requested: '2031-01-01' },
      });
      expect(
        (await client.request(3, 'tools/call', modernCall('echo', { text: 'on' }))).result,
      ).toBeDefined();
    },
  );

  test('refuses a first message in a revision that is not served', async () => {
    start();
    const { error } = await client.request(1, 'server/discover', envelope('2031-01-01'));
    expect(error).toMatchObject({
      code: -32022,
      data: { supported: ['2026-07-28'], requested: '2031-01-01' },
    });
    expect((await client.request(2, 'tools/list', envelope())).result).toBeDefined();
  });

  test('falls back to the older generation when the client does', async () => {
    start();
    await client.request(1, 'server/discover', envelope());
    expect((await client.initialize()).result).toMatchObject({ protocolVersion: '2025-11-25' });
    expect((await client.request(2, 'tools/call', call('echo', { text: 'hi' }))).result).toBeDefined();
  });
});

describe('what is answered before the SDK is loaded', () => {
  const plain = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  };
  // An unknown member makes the opening leave the message to the SDK.
  const irregular = { ...plain, clientInfo: { name: 'raw', version: '1' }, _meta: { 'example.com/x': 1 } };

  test('equals the SDK, 2025 era', async () => {
    start();
    await client.request(1, 'initialize', plain);
    await client.request(2, 'tools/list');
    const quick = [client.answer(1)?.result, client.answer(2)?.result];
    await client.stop();
    start();
    await client.request(1, 'initialize', irregular);
    await client.request(2, 'tools/list');
    expect(quick).toEqual([client.answer(1)?.result, client.answer(2)?.result]);
  });

  test('equals the SDK, 2026 era', async () => {
    start();
    await client.request(1, 'server/discover', envelope());
    await client.request(2, 'tools/list', envelope());
    const quick = [client.answer(1)?.result, client.answer(2)?.result];
    await client.stop();
    start();
    await client.request(1, 'server/discover', envelope('2026-07-28', { 'example.com/x': 1 }));
    await client.request(2, 'tools/list', envelope());
    expect(quick).toEqual([client.answer(1)?.result, client.answer(2)?.result]);
  });

  test('is answered once', async () => {
    start();
    await client.initialize();
    await client.request(1, 'tools/list');
    await client.request(2, 'tools/call', call('echo', { text: 'hi' }));
    await client.request(3, 'tools/list');
    expect(client.received.map((message) => message.id)).toEqual(['init', 1, 2, 3]);
    expect(client.answer(3)?.result).toEqual(client.answer(1)?.result);
  });
});

describe('a malformed', () => {
  test.each([
    ['line', 'this is not JSON', -32700],
    ['cut line', '{"jsonrpc":"2.0","id":1,', -32700],
    ['value', '42', -32600],
    ['object', '{"hello":"world"}', -32600],
    ['version', '{"jsonrpc":"1.0","method":"ping"}', -32600],
    ['id', '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
    ['number of an id', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600],
    ['batch', '[]', -32600],
  ])('%s gets an error, and the server goes on', async (_, line, code) => {
    start();
    await client.initialize();
    client.line(line);
    expect((await client.answerTo(null)).error).toMatchObject({ code });
    expect((await client.request(9, 'ping')).result).toEqual({});
  });

  test('request whose id can be read gets its error under that id', async () => {
    start();
    client.line('{"jsonrpc":"2.0","id":7,"method":"tools/list","params":[1]}');
    expect((await client.answerTo(7)).error).toMatchObject({ code: -32600 });
  });

  test.each([
    ['tool name', 'tools/call', call('no_such_tool')],
    ['call', 'tools/call', { arguments: {} }],
    ['argument list', 'tools/call', { name: 'echo', arguments: 'text' }],
    ['cursor', 'tools/list', { cursor: 'page-2' }],
    ['cursor type', 'tools/list', { cursor: 5 }],
  ])('%s is the protocol error -32602 in both eras', async (_, method, params) => {
    start();
    await client.initialize();
    expect((await client.request(1, method, params)).error).toMatchObject({ code: -32602 });
    await client.stop();
    start();
    expect((await client.request(1, method, { ...params, ...envelope() })).error).toMatchObject({
      code: -32602,
    });
  });

  test.each([
    [{ arguments: {} }, '"name" must be a string, the name of a tool'],
    [{ name: 3 }, '"name" must be a string, the name of a tool'],
    [{ name: 'echo', arguments: [1] }, '"arguments" must be an object'],
    [{ name: 'echo', arguments: null }, '"arguments" must be an object'],
    [{ name: 'echo', _meta: 3 }, '"_meta" must be an object'],
    [{ name: 'echo', _meta: { progressToken: [] } }, '"progressToken" must be a string or an integer'],
    [{ name: 'echo', _meta: { progressToken: 1.5 } }, '"progressToken" must be a string or an integer'],
  ])('call is explained in one line in both eras: %j', async (params, reason) => {
    const error = { code: -32602, message: `Invalid params: ${reason}` };
    start();
    await client.initialize();
    expect((await client.request(1, 'tools/call', params)).error).toEqual(error);
    await client.stop();
    start();
    expect((await client.request(1, 'tools/call', { ...envelope(), ...params })).error).toEqual(error);
  });

  test('handshake is the protocol error -32602', async () => {
    start();
    expect((await client.request(1, 'initialize', { protocolVersion: 5 })).error).toMatchObject({
      code: -32602,
    });
  });

  test('method is -32601', async () => {
    start();
    await client.initialize();
    expect((await client.request(1, 'tools/paint')).error).toMatchObject({ code: -32601 });
  });
});

describe('several messages on one line', () => {
  const line = JSON.stringify([
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call('slow', { ms: 50 }) },
    { jsonrpc: '2.0', method: 'notifications/unknown' },
    { jsonrpc: '2.0', id: 2, method: 'ping' },
    { nonsense: true },
  ]);

  test('are answered on one line in a session of 2025-03-26', async () => {
    start();
    await client.initialize('2025-03-26');
    client.line(line);
    await client.until(() => client.received.some(Array.isArray));
    const answers = client.received.find(Array.isArray) as unknown as Answer[];
    expect(answers.map((answer) => answer.id)).toEqual([null, 2, 1]);
    expect(client.received).toHaveLength(2);
  });

  test('are refused in every other', async () => {
    start();
    await client.initialize('2025-06-18');
    client.line(line);
    expect((await client.answerTo(null)).error).toMatchObject({ code: -32600 });
  });
});

describe('an error of a tool', () => {
  test('is a result that the model can read', async () => {
    start();
    const { result } = await client.request(1, 'tools/call', modernCall('refuse'));
    expect(result).toMatchObject({ isError: true, content: [{ text: "'path' must be a string; got 3" }] });
  });

  test('that nobody foresaw tells the log everything and the client no path', async () => {
    start();
    const { result } = await client.request(1, 'tools/call', modernCall('crash'));
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: "crash failed unexpectedly (EIO); the server's log has the details" }],
    });
    expect(client.log).toContain('/secret/place');
  });
});

describe('a message over the size limit', () => {
  const limit = { TRIAL_MAX_BYTES: '2000' };
  const padding = 'x'.repeat(500_000);

  test.each([
    ['first', `{"id":5,"jsonrpc":"2.0","method":"tools/call","params":{"id":6,"x":"${padding}"}}`, 5],
    [
      'last',
      `{"method":"tools/call","params":{"a":["\\"id\\":1","${padding}"]},"jsonrpc":"2.0","id":"seven"}`,
      'seven',
    ],
    ['nowhere', `{"method":"tools/call","params":{"id":6,"x":"${padding}"}}`, null],
  ])('is refused under its id where that stands %s, and the server goes on', async (_, line, id) => {
    start(limit);
    await client.initialize();
    client.line(line);
    const { error } = await client.answerTo(id);
    expect(error?.message).toContain('the limit is 2000 bytes');
    expect((await client.request(9, 'tools/call', call('echo', { text: 'alive' }))).result).toBeDefined();
  });

  test('does not shift the border of the next one', async () => {
    start(limit);
    await client.initialize();
    client.process.stdin.write(`${'y'.repeat(3000)}\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n{"jsonrpc"`);
    client.process.stdin.write(':"2.0","id":2,"method":"ping"}\r\n');
    await client.answerTo(2);
    expect(client.answer(1)?.result).toEqual({});
  });
});

describe('progress', () => {
  test('rises, has a total and a message, and stops with the answer', async () => {
    start();
    await client.request(1, 'tools/call', modernCall('slow', { ms: 700 }, { progressToken: 'p' }));
    await client.request(2, 'tools/call', modernCall('echo', { text: 'later' }));
    const notes = client.received.filter((message) => message.method === 'notifications/progress');
    const values = notes.map((note) => Number(note.params?.progress));
    expect(values.length).toBeGreaterThan(2);
    expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
    expect(notes[0]?.params).toMatchObject({
      progressToken: 'p',
      total: 70,
      message: expect.stringMatching(/^step/),
    });
    expect(client.received.findIndex((message) => message.id === 1)).toBe(notes.length);
  });

  test('is not sent to a client that gave no token', async () => {
    start();
    await client.request(1, 'tools/call', modernCall('slow', { ms: 300 }));
    expect(client.received).toHaveLength(1);
  });
});

describe('a cancelled call', () => {
  test.each([
    ['2025', {}],
    ['2026', envelope()],
  ])('stops, and nothing more is sent for it (%s era)', async (era, meta) => {
    start();
    if (era === '2025') await client.initialize();
    const before = client.received.length;
    const params = { ...call('slow', { ms: 60_000 }), ...meta };
    client.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    await client.request(2, 'tools/call', { ...call('echo', { text: 'beside' }), ...meta });
    client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, ...meta } });
    await client.until(() => client.log.includes('slow was stopped'));
    expect(await client.end()).toBe(0);
    expect(client.received.slice(before).map((message) => message.id)).toEqual([2]);
  });
});

describe('at the end of input', () => {
  test('every call in flight is answered, then the server exits', async () => {
    start();
    client.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: modernCall('slow', { ms: 300 }) });
    client.process.stdin.write(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 2,
        method: 'tools/call',
        params: modernCall('echo', { text: 'a' }),
      }),
    );
    expect(await client.end()).toBe(0);
    expect(client.received.map((message) => message.id)).toEqual([2, 1]);
  });

  test('a server that was only asked for its tools exits', async () => {
    start();
    await client.initialize();
    await client.request(1, 'tools/list');
    expect(await client.end()).toBe(0);
  });

  test('a server that was asked nothing exits', async () => {
    start();
    expect(await client.end()).toBe(0);
    expect(client.received).toEqual([]);
  });

  test('an open subscription does not hold the server', async () => {
    start();
    client.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: { ...envelope(), notifications: {} },
    });
    await client.request(2, 'tools/call', modernCall('echo', { text: 'a' }));
    expect(await client.end()).toBe(0);
  });
});

test('a client that stops reading ends the server', async () => {
  start();
  await client.initialize();
  client.process.stdout.destroy();
  client.send({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: call('echo', { text: 'x'.repeat(200_000) }),
  });
  expect(await client.exit()).toBe(0);
});

test('nothing but the protocol reaches standard output', async () => {
  start();
  await client.request(1, 'tools/call', modernCall('noisy'));
  await client.end();
  expect(client.received).toHaveLength(1);
  for (const source of ['console.log', 'process.stdout', 'a worker']) {
    expect(client.log).toContain(`noise from ${source}`);
  }
});
