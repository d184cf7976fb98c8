import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeTree } from '../tree.ts';
import { blocksOf, finish, start } from './run-cli.ts';

/** Whole or not at all: a map of a file that is half written is a map more. */
function replaceFile(file: string, content: string): void {
  writeFileSync(`${file}~`, content);
  renameSync(`${file}~`, file);
}

/** The maps that a watching process has printed so far, and a way to wait for the next. */
function readMaps(child: ChildProcess) {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (data: string) => {
    text += data;
  });
  const maps = () => text.split(/(?<=^\[mapped .*\]\n)/m).filter((map) => map.endsWith(']\n'));
  const waitFor = async (count: number) => {
    while (maps().length < count) await setTimeout(20);
    return maps();
  };
  return { maps, waitFor };
}

async function interrupt(child: ChildProcess): Promise<number | null> {
  const ended = finish(child);
  child.kill('SIGINT');
  return (await ended).code;
}

test('--watch prints the map again when it is another one, and ends with Ctrl-C', async () => {
  const tree = makeTree({ 'a.py': 'def first():\n    pass\n', 'lib/b.py': 'def second():\n    pass\n' });
  const child = start(['--watch'], tree);
  const { waitFor } = readMaps(child);
  await waitFor(1);
  replaceFile(path.join(tree, 'lib/b.py'), 'def third():\n    pass\n');
  const [, second] = await waitFor(2);
  expect(second).toContain('   1: def third():');
  rmSync(path.join(tree, 'lib'), { recursive: true });
  const [, , third = ''] = await waitFor(3);
  expect(blocksOf(third)).toEqual(['a.py']);
  expect(await interrupt(child)).toBe(130);
});

test('--watch sees files in directories that are made meanwhile', async () => {
  const tree = makeTree({ 'a.py': 'def first():\n    pass\n' });
  const child = start(['--watch'], tree);
  const { waitFor } = readMaps(child);
  await waitFor(1);
  mkdirSync(path.join(tree, 'new/deep'), { recursive: true });
  // Time for the directories to be seen empty; where a machine needs longer, they are seen with the file.
  await setTimeout(700);
  replaceFile(path.join(tree, 'new/deep/c.py'), 'def late():\n    pass\n');
  const [, second = ''] = await waitFor(2);
  expect(blocksOf(second)).toContain('new/deep/c.py');
  expect(await interrupt(child)).toBe(130);
});

test('--watch makes a burst of writes few maps, and is silent about what no map shows', async () => {
  const tree = makeTree({ 'a.py': 'def first():\n    pass\n', 'b.py': 'def other():\n    pass\n' });
  const child = start(['--watch'], tree);
  const { maps, waitFor } = readMaps(child);
  await waitFor(1);
  writeFileSync(path.join(tree, 'unrelated.txt'), 'text');
  mkdirSync(path.join(tree, 'node_modules/x'), { recursive: true });
  for (let index = 0; index < 200; index++) {
    writeFileSync(path.join(tree, 'node_modules/x', `${index}.js`), 'function x() {}');
  }
  for (let index = 0; index < 200; index++)
    replaceFile(path.join(tree, 'a.py'), `def number_${index}():\n    pass\n`);
  while (!maps().at(-1)?.includes('number_199')) await setTimeout(20);
  expect(maps().length).toBeLessThan(100);
  expect(await interrupt(child)).toBe(130);
});

test.each(['map.md', 'map[1.md'])(
  '--watch -o %s rewrites the file, which is no change of the tree itself',
  async (output) => {
    const tree = makeTree({ 'a.py': 'def first():\n    pass\n' });
    const child = start(['--watch', '-o', output, '--stats'], tree);
    let receipts = '';
    child.stderr?.on('data', (data) => {
      receipts += data;
    });
    const written = () => {
      try {
        return readFileSync(path.join(tree, output), 'utf8');
      } catch {
        return '';
      }
    };
    while (!written().includes('first')) await setTimeout(20);
    const maps = () => receipts.match(/^revision/gm)?.length ?? 0;
    replaceFile(path.join(tree, 'a.py'), 'def second():\n    pass\n');
    while (!written().includes('second') || maps() < 2) await setTimeout(20);
    // As long as a watcher that saw its own output would need for the next.
    await setTimeout(600);
    expect(maps()).toBe(2);
    expect(await interrupt(child)).toBe(130);
  },
);
