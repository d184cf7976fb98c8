import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CLIENTS, type TestClient } from './clients.ts';
import { buildTrialServer } from './trial/build.ts';

let server: Awaited<ReturnType<typeof buildTrialServer>>;
let client: TestClient;

beforeAll(async () => {
  server = await buildTrialServer();
});
afterAll(() => server.remove());
afterEach(() => client.close());

describe.each(CLIENTS)('%s', (_, connect) => {
  const start = async () => {
    client = await connect({ command: process.execPath, args: [server.file] });
  };

  test('learns who the server is and how to use it', async () => {
    await start();
    expect(client.serverName()).toBe('trial');
    expect(client.instructions()).toBe('First map, then read.');
  });

  test('gets tools, results and errors', async () => {
    await start();
    expect((await client.listTools()).map((tool) => tool.name)).toEqual([
      'echo',
      'slow',
      'noisy',
      'refuse',
      'crash',
    ]);
    expect(await client.callTool('echo', { text: 'hi' })).toMatchObject({
      structuredContent: { text: 'hi' },
    });
    expect(await client.callTool('refuse')).toMatchObject({ isError: true });
    await expect(client.callTool('no_such_tool')).rejects.toMatchObject({ code: -32602 });
  });

  test('sees progress', async () => {
    await start();
    const seen: number[] = [];
    const options = { onprogress: ({ progress }: { progress: number }) => void seen.push(progress) };
    await client.callTool('slow', { ms: 500 }, options);
    expect(seen.length).toBeGreaterThan(1);
  });

  test('can cancel a call and go on', async () => {
    await start();
    const controller = new AbortController();
    const options = { signal: controller.signal, onprogress: () => controller.abort() };
    await expect(client.callTool('slow', { ms: 60_000 }, options)).rejects.toThrow();
    expect(await client.callTool('echo', { text: 'on' })).toMatchObject({
      structuredContent: { text: 'on' },
    });
  });
});
