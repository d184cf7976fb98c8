// Microseconds of one operation at depth 1, 3 and 8, beside plain Node calls and beside the way of the official
// MCP filesystem server: real path, prefix check, then by path.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { lstat, readdir, readFile, realpath, rename, writeFile as writeByPath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { editFile } from '../../src/fs/edit.ts';
import { listDirectory } from '../../src/fs/list.ts';
import { locate } from '../../src/fs/locate.ts';
import { readText } from '../../src/fs/read.ts';
import { openRoot } from '../../src/fs/root.ts';
import { writeFile } from '../../src/fs/write.ts';
import { compare, scratchDirectory } from './measure.ts';

const directory = scratchDirectory();
const root = openRoot(directory);
const text = 'hello world\n'.repeat(80);
const bytes = Buffer.from(text);

async function checked(path: string): Promise<string> {
  const real = await realpath(join(directory, path));
  if (!real.startsWith(`${directory}/`)) throw new Error('outside');
  return real;
}

async function replaceByPath(path: string, content: string): Promise<void> {
  const real = await checked(path);
  await writeByPath(`${real}.tmp`, content, { flag: 'wx' });
  await rename(`${real}.tmp`, real);
}

console.log('| operation | depth | here, µs | plain Node | check, then by path | here / checked |');
console.log('| --- | --- | --- | --- | --- | --- |');
for (const depth of [1, 3, 8]) {
  const path = [...'abcdefg'.slice(0, depth - 1), 'file.txt'].join('/');
  const full = join(directory, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
  const parent = dirname(path);
  let flip = false;

  await row('walk to a file', depth, 100, [
    () => locate(root, path, { follow: true }).close(),
    () => lstat(full),
    () => checked(path),
  ]);
  await row('read 1 kB', depth, 100, [
    () => readText(root, path),
    () => readFileSync(full, 'utf8'),
    async () => readFile(await checked(path), 'utf8'),
  ]);
  await row('write 1 kB', depth, 30, [
    () => writeFile(root, { path, bytes }),
    () => {
      writeFileSync(`${full}.tmp`, text);
      renameSync(`${full}.tmp`, full);
    },
    () => replaceByPath(path, text),
  ]);
  await row('edit', depth, 30, [
    () => {
      flip = !flip;
      return editFile(root, {
        path,
        oldString: flip ? 'world\nhello' : 'WORLD',
        newString: flip ? 'WORLD' : 'world\nhello',
        replaceAll: true,
      });
    },
    () => writeFileSync(full, readFileSync(full, 'utf8').replace('world', 'world')),
    async () => replaceByPath(path, (await readFile(await checked(path), 'utf8')).replace('world', 'world')),
  ]);
  writeFileSync(full, text);
  await row('list', depth, 50, [
    () => listDirectory(root, { path: parent, withRevision: false }),
    () => readdirSync(dirname(full), { withFileTypes: true }),
    async () => {
      const real = depth === 1 ? await realpath(directory) : await checked(parent);
      return Promise.all((await readdir(real)).map((name) => lstat(join(real, name))));
    },
  ]);
}

async function row(
  name: string,
  depth: number,
  runs: number,
  [here, plain, byPath]: [() => unknown, () => unknown, () => unknown],
): Promise<void> {
  const [a = 0, b = 0, c = 0] = await compare(
    [
      { name, run: here },
      { name, run: plain },
      { name, run: byPath },
    ],
    runs,
  );
  console.log(
    `| ${name} | ${depth} | ${a.toFixed(0)} | ${b.toFixed(0)} | ${c.toFixed(0)} | ${(a / c).toFixed(2)} |`,
  );
}
