import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { editFile } from '../../src/fs/edit.ts';
import { makeDirectory } from '../../src/fs/mkdir.ts';
import { writeFile } from '../../src/fs/write.ts';
import { makeTree, openTestRoot, QUICK_PARENT } from '../tree.ts';
import { bundleScript, startScript } from './child.ts';

const KILLS = Number(process.env.REPOMAP_KILLS ?? 20);

const leftovers = (directory: string) =>
  readdirSync(directory).filter((name) => name.startsWith('.repomap-'));

describe('a replaced file', () => {
  it('keeps its permission bits and loses setuid and setgid', async () => {
    const directory = makeTree({ f: 'old', s: 'old' });
    const root = openTestRoot(directory);
    chmodSync(join(directory, 'f'), 0o750);
    chmodSync(join(directory, 's'), 0o6755);
    await writeFile(root, { path: 'f', bytes: Buffer.from('new') });
    await writeFile(root, { path: 's', bytes: Buffer.from('new') });
    expect(statSync(join(directory, 'f')).mode & 0o7777).toBe(0o750);
    expect(statSync(join(directory, 's')).mode & 0o7777).toBe(0o755);
  });

  it.skipIf(process.getuid?.() !== 0)('keeps its owner', async () => {
    const directory = makeTree({ f: 'old' });
    execFileSync('chown', ['1234:5678', join(directory, 'f')]);
    await writeFile(openTestRoot(directory), { path: 'f', bytes: Buffer.from('new') });
    expect(statSync(join(directory, 'f'))).toMatchObject({ uid: 1234, gid: 5678 });
  });

  it('without a write bit is refused', async () => {
    const directory = makeTree({ f: 'old' });
    chmodSync(join(directory, 'f'), 0o444);
    const root = openTestRoot(directory);
    await expect(writeFile(root, { path: 'f', bytes: Buffer.from('new') })).rejects.toThrow(
      "'f' is read-only",
    );
    await expect(editFile(root, { path: 'f', oldString: 'old', newString: 'new' })).rejects.toThrow(
      "'f' is read-only",
    );
    expect(readFileSync(join(directory, 'f'), 'utf8')).toBe('old');
    expect(leftovers(directory)).toEqual([]);
  });

  it('that is hard-linked from outside leaves the outside one as it was', async () => {
    const directory = makeTree({ outside: 'old', 'root/x': '' });
    linkSync(join(directory, 'outside'), join(directory, 'root/f'));
    const root = openTestRoot(join(directory, 'root'));
    await writeFile(root, { path: 'f', bytes: Buffer.from('!'), mode: 'append' });
    expect(readFileSync(join(directory, 'outside'), 'utf8')).toBe('old');
    expect(readFileSync(join(directory, 'root/f'), 'utf8')).toBe('old!');
  });

  it('keeps inode and hard links only when written in place', async () => {
    const directory = makeTree({ f: 'old' });
    linkSync(join(directory, 'f'), join(directory, 'g'));
    const root = openTestRoot(directory);
    const { ino } = statSync(join(directory, 'f'));
    await writeFile(root, { path: 'f', bytes: Buffer.from('new text'), inPlace: true });
    expect(statSync(join(directory, 'f')).ino).toBe(ino);
    expect(readFileSync(join(directory, 'g'), 'utf8')).toBe('new text');
    await writeFile(root, { path: 'f', bytes: Buffer.from('newer') });
    expect(statSync(join(directory, 'f')).ino).not.toBe(ino);
    expect(readFileSync(join(directory, 'g'), 'utf8')).toBe('new text');
  });

  it('is always old or new, whole, for a reader', async () => {
    const directory = makeTree({ f: 'a'.repeat(200_000) }, QUICK_PARENT);
    const reader = startScript(bundleScript(READER), [join(directory, 'f')]);
    await new Promise((resolve) => reader.child.stderr?.once('data', resolve));
    const root = openTestRoot(directory);
    for (let round = 0; round < 200; round += 1) {
      await writeFile(root, { path: 'f', bytes: Buffer.alloc(200_000, 'ab'[round % 2]) });
    }
    reader.child.stdin?.end();
    const { stdout } = await reader.finished;
    const { reads, torn } = JSON.parse(stdout);
    expect(reads).toBeGreaterThan(0);
    expect(torn).toBe(0);
  });

  it(`is whole after each of ${KILLS} kills at random moments`, async () => {
    const directory = makeTree({ f: 'a'.repeat(300_000) }, QUICK_PARENT);
    const script = bundleScript(WRITER);
    let written = 0;
    for (let round = 0; round < KILLS; round += 1) {
      const { child, finished } = startScript(script, [directory]);
      await new Promise((resolve) => child.stdout?.once('data', resolve));
      await sleep(Math.random() * 12);
      child.kill('SIGKILL');
      await finished;
      const content = readFileSync(join(directory, 'f'), 'latin1');
      expect(content).toHaveLength(300_000);
      expect(content).toBe((content[0] ?? '').repeat(300_000));
      if (content[0] !== 'a') written += 1;
    }
    expect(written).toBeGreaterThan(0);
  }, 300_000);

  it('leaves what a killed write left hidden, and sweeps it when it is old', async () => {
    const directory = makeTree({ f: 'old' });
    const name = `.repomap-${'0'.repeat(32)}.tmp`;
    const recent = `.repomap-${'1'.repeat(32)}.tmp`;
    for (const left of [name, recent]) writeFileSync(join(directory, left), 'half');
    utimesSync(join(directory, name), 1, 1);
    await writeFile(openTestRoot(directory), { path: 'f', bytes: Buffer.from('new') });
    expect(leftovers(directory)).toEqual([recent]);
  });
});

describe('a write that fails', () => {
  it('for the file size limit leaves the old file and nothing else', async () => {
    const directory = makeTree({ f: 'old' });
    const script = bundleScript(`
      import { openRoot } from './src/fs/root.ts';
      import { writeFile } from './src/fs/write.ts';
      const root = openRoot(process.argv[2]);
      for (const path of ['f', 'new']) {
        await writeFile(root, { path, bytes: Buffer.alloc(4_000_000) }).catch((error) => console.log(error.code + ' ' + error.message));
      }
    `);
    const { stdout } = spawnSync(
      'bash',
      ['-c', `ulimit -f 1000; exec "${process.execPath}" "${script}" "${directory}"`],
      { encoding: 'utf8' },
    );
    expect(stdout).toBe(
      "disk-full 'f' could not be written: file size limit exceeded\ndisk-full 'new' could not be written: file size limit exceeded\n",
    );
    expect(readdirSync(directory)).toEqual(['f']);
    expect(readFileSync(join(directory, 'f'), 'utf8')).toBe('old');
  });

  it.skipIf(process.getuid?.() !== 0)('for a full disk leaves the old file and nothing else', async () => {
    const directory = makeTree();
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', directory]).status !== 0) return;
    try {
      writeFileSync(join(directory, 'f'), 'old');
      const root = openTestRoot(directory);
      const full = writeFile(root, { path: 'f', bytes: Buffer.alloc(500_000) });
      await expect(full).rejects.toMatchObject({ code: 'disk-full' });
      await expect(writeFile(root, { path: 'new', bytes: Buffer.alloc(500_000) })).rejects.toThrow(
        'no space left',
      );
      expect(readdirSync(directory)).toEqual(['f']);
      expect(readFileSync(join(directory, 'f'), 'utf8')).toBe('old');
      root.close();
    } finally {
      spawnSync('umount', ['-l', directory]);
    }
  });
});

describe('a created file', () => {
  it('has the modes that the process creates files with', async () => {
    const directory = makeTree();
    const root = openTestRoot(directory);
    await writeFile(root, { path: 'f', bytes: Buffer.from('x') });
    expect(lstatSync(join(directory, 'f')).mode & 0o777).toBe(0o666 & ~process.umask());
    await makeDirectory(root, { path: 'd/e' });
    expect(lstatSync(join(directory, 'd/e')).mode & 0o777).toBe(0o777 & ~process.umask());
  });
});

describe('three processes', () => {
  const COUNT = Number(process.env.REPOMAP_INCREMENTS ?? 150);

  it(`lose none of ${COUNT} compare-and-change increments each`, async () => {
    const directory = makeTree({ counter: '0' }, QUICK_PARENT);
    const script = bundleScript(`
      import { openRoot } from './src/fs/root.ts';
      import { readText } from './src/fs/read.ts';
      import { writeFile } from './src/fs/write.ts';
      const root = openRoot(process.argv[2]);
      let stale = 0;
      for (let done = 0; done < ${COUNT}; ) {
        const { text, revision } = await readText(root, 'counter');
        try {
          await writeFile(root, { path: 'counter', bytes: Buffer.from(String(Number(text) + 1)), expected: { path: revision.token } });
          done += 1;
        } catch (error) {
          if (error.code !== 'stale-revision') throw error;
          stale += 1;
        }
      }
      console.log(stale);
    `);
    const runs = await Promise.all([1, 2, 3].map(() => startScript(script, [directory]).finished));
    for (const { stderr } of runs) expect(stderr).toBe('');
    expect(readFileSync(join(directory, 'counter'), 'utf8')).toBe(String(3 * COUNT));
  }, 600_000);
});

const READER = `
  import { readFileSync } from 'node:fs';
  let reads = 0, torn = 0, go = true;
  process.stdin.on('end', () => { go = false; }).resume();
  const step = () => {
    const bytes = readFileSync(process.argv[2]);
    reads += 1;
    if (reads === 1) console.error('reading');
    if (bytes.length !== 200_000 || bytes[0] !== bytes[199_999] || bytes.includes(bytes[0] === 97 ? 98 : 97)) torn += 1;
    if (go) setImmediate(step); else console.log(JSON.stringify({ reads, torn }));
  };
  step();
`;

const WRITER = `
  import { openRoot } from './src/fs/root.ts';
  import { writeFile } from './src/fs/write.ts';
  const root = openRoot(process.argv[2]);
  for (let round = 0; ; round += 1) {
    await writeFile(root, { path: 'f', bytes: Buffer.alloc(300_000, 'bcdefgh'[round % 7]) });
    if (round === 0) console.log('ready');
  }
`;
