import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { MapResult } from '../../src/map/request.ts';
import { answerRefs } from '../../src/tools/refs-answer.ts';
import { makeToolkit } from './toolkit.ts';

const TREE = {
  'net/client.py':
    'class Client:\n    def send(self, body):\n        return body\n\n\ndef connect(host):\n    return Client()\n',
  'disk/client.py': 'def connect(path):\n    return path\n',
  'app.py':
    'from net.client import connect\n\n\ndef main():\n    # connect is told apart by the import\n    return connect("a").send(1)\n',
  'backup.py': 'from disk.client import connect\n\n\ndef save():\n    return connect("b")\n',
  'notes.txt': 'connect connect connect\n',
};

test('refs tells same-named definitions apart by what a file imports, and counts no comment', async () => {
  const { call } = makeToolkit(TREE);
  const { text, data } = await call('refs', { name: 'connect' });
  expect(text).toContain('net/client.py:\n   6: def connect(host):\n');
  expect(text).toMatch(/^ {2}app\.py:1 {2}\d uses of the one in net\/client\.py$/m);
  expect(text).toMatch(/^ {2}backup\.py:1 {2}\d uses of the one in disk\/client\.py$/m);
  expect(text).not.toContain('notes.txt');
  expect(data).toMatchObject({
    name: 'connect',
    totalDefinitions: 2,
    totalUsingFiles: 2,
    pendingFiles: 0,
    similarNames: [],
  });
  expect(data.definitions).toContainEqual({
    path: 'net/client.py',
    kind: 'function',
    line: 6,
    endLine: 7,
    signature: 'def connect(host):',
  });
  const [app] = (data.uses as { path: string }[]).filter((use) => use.path === 'app.py');
  expect(app).toMatchObject({ line: 1, definedIn: ['net/client.py'] });
});

test('refs takes a method with its class, and a directory to look in', async () => {
  const { call } = makeToolkit(TREE);
  const method = await call('refs', { name: 'Client.send' });
  expect(method.data).toMatchObject({ name: 'send', totalDefinitions: 1 });
  expect(method.text).toMatch(/^net\/client\.py:\n {3}2: {5}def send\(self, body\):\n/);
  const inside = await call('refs', { name: 'connect', path: 'disk' });
  expect(inside.data).toMatchObject({ totalDefinitions: 1, totalUsingFiles: 0 });
});

test('refs of a name that nothing has is an answer with similar names', async () => {
  const { call } = makeToolkit(TREE);
  const { text, data, failed } = await call('refs', { name: 'conect' });
  expect(failed).toBe(false);
  expect(text).toBe("Nothing in the code is named 'conect'; similar names: connect");
  expect(data).toMatchObject({ definitions: [], uses: [], similarNames: ['connect'] });
});

test('refs of a name that nothing has says how many files were not read yet', () => {
  const answer = (pending: number) => {
    const tree = { files: [], skipped: [], truncated: { by: 'time-limit', pending } };
    const map = { tree, ranking: { files: [] } } as unknown as MapResult;
    return answerRefs(map, { about: 'symbol', name: 'late', path: '.', maxResults: 1, timeLimitMs: 1 }).text;
  };
  expect(answer(1)).toContain('; 1 file not read yet');
  expect(answer(2)).toContain('; 2 files not read yet');
});

test('refs of a name that nothing has says which directories were not entered', async () => {
  const { call } = makeToolkit({ ...TREE, 'x/build/y.py': 'def hidden(): pass\n' });
  expect((await call('refs', { name: 'hidden' })).text).toMatch(/; not entered: x\/build \(.*\)$/);
});

test('refs lists no more than max-results of each kind, and says how many there are', async () => {
  const { call } = makeToolkit(TREE);
  const { text, data } = await call('refs', { name: 'connect', 'max-results': 1 });
  expect(text).toContain('… 1 more definition (max-results lists more)\n');
  expect(text).toContain('  … 1 more file (max-results lists more)\n');
  expect(text).toMatch(/\[connect: 2 definitions in 2 files; \d uses in 2 files; matched by name\]\n$/);
  expect(data.definitions).toHaveLength(1);
  expect(data.uses).toHaveLength(1);
});

test('refs sees an edit that was made since the last map', async () => {
  const { call, directory } = makeToolkit(TREE);
  await call('map');
  writeFileSync(path.join(directory, 'late.py'), 'from net.client import connect\n\nconnect("late")\n');
  expect((await call('refs', { name: 'connect' })).data).toMatchObject({ totalUsingFiles: 3 });
});

test('refs outside the root, and of a path that is not there, is an error', async () => {
  const { call } = makeToolkit(TREE);
  expect(await call('refs', { name: 'connect', path: '../net' })).toMatchObject({ failed: true });
  expect(await call('refs', { name: 'connect', path: 'missing' })).toMatchObject({
    failed: true,
    text: expect.stringContaining('missing'),
  });
});
