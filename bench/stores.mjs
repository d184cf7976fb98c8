// Where parse results could be kept: the segment files of src/map/parse/disk-store.ts beside the usual choices.
//   node bench/stores.mjs [RECORDS]     lmdb: npm i --prefix $REPOMAP_BENCH_DIR/stores lmdb; node:sqlite: Node 22
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { BENCH_HOME } from './corpora.mjs';
import { round } from './measure.mjs';

const count = Number(process.argv[2] ?? 5000);
const scratch = mkdtempSync(path.join(tmpdir(), 'stores-'));
const HEAD_BYTES = 3000;
const WORD_BYTES = 2500;

/** Numbers that look like nothing, so that no store gains by compressing. */
const entries = Array.from({ length: count + 1 }, (_, i) => ({
  path: `folder${i % 97}/file${i}.ts`,
  stat: { sizeBytes: i, mtimeMs: 1000.5, ctimeMs: 1000.5, inode: i },
  readMs: 9000,
  key: String(i).padStart(16, '0'),
  outcome: { head: noise(HEAD_BYTES, i), words: noise(WORD_BYTES, i + 7) },
}));
const last = entries.pop();

try {
  console.log(
    `${count} records of ${HEAD_BYTES} + ${WORD_BYTES} bytes, Node ${process.version}; milliseconds of CPU\n`,
  );
  console.log(
    '| store | write all | open, read all heads | write one | MB |\n| --- | --- | --- | --- | --- |',
  );
  for (const [name, open] of Object.entries(await stores())) {
    const folder = path.join(scratch, name.replaceAll(/\W/g, ''));
    mkdirSync(folder);
    const written = await cost(async () => (await open(folder)).put(entries));
    const read = await cost(async () => (await open(folder)).readHeads());
    const one = await cost(async () => (await open(folder)).put([last]));
    console.log(`| ${name} | ${written} | ${read} | ${one} | ${round(bytesIn(folder) / 1e6, 1)} |`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function stores() {
  const { DiskStore } = await bundled('src/map/parse/disk-store.ts');
  const found = {
    segments: (folder) => {
      const store = new DiskStore({
        directory: folder,
        fingerprint: '0'.repeat(16),
        rootName: '0'.repeat(32),
        maxBytes: 2 ** 32,
      });
      return {
        put: (batch) => store.putMany(batch),
        readHeads: () => entries.map(({ key }) => store.record(key).head.length),
      };
    },
    'a file each': (folder) => ({
      put(batch) {
        for (const { key, outcome } of batch) {
          writeFileSync(path.join(folder, key), Buffer.concat([outcome.head, outcome.words]));
        }
      },
      readHeads: () => entries.map(({ key }) => readFileSync(path.join(folder, key)).length),
    }),
  };
  const sqlite = await import('node:sqlite').catch(() => undefined);
  if (sqlite) found['node:sqlite (WAL)'] = (folder) => openSqlite(sqlite, folder);
  const lmdb = optional('lmdb');
  if (lmdb) found['lmdb (native)'] = (folder) => openLmdb(lmdb, folder);
  return found;
}

function openSqlite({ DatabaseSync }, folder) {
  const db = new DatabaseSync(path.join(folder, 'store.db'));
  db.exec(
    'PRAGMA journal_mode=WAL; CREATE TABLE IF NOT EXISTS r (k TEXT PRIMARY KEY, p TEXT, h BLOB, w BLOB)',
  );
  return {
    put(batch) {
      const insert = db.prepare('INSERT OR REPLACE INTO r VALUES (?, ?, ?, ?)');
      db.exec('BEGIN');
      for (const { key, path: file, outcome } of batch) insert.run(key, file, outcome.head, outcome.words);
      db.exec('COMMIT');
      db.close();
    },
    readHeads() {
      const rows = db.prepare('SELECT k, h FROM r').all();
      db.close();
      return rows.length;
    },
  };
}

function openLmdb({ open }, folder) {
  const db = open({ path: folder, encoding: 'binary' });
  return {
    async put(batch) {
      await Promise.all(
        batch.map(({ key, outcome }) => db.put(key, Buffer.concat([outcome.head, outcome.words]))),
      );
      await db.close();
    },
    async readHeads() {
      const lengths = entries.map(({ key }) => db.getBinary(key).length);
      await db.close();
      return lengths;
    },
  };
}

async function bundled(source) {
  const outfile = path.join(scratch, 'bundle.mjs');
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile));
}

function optional(name) {
  try {
    return createRequire(path.join(BENCH_HOME, 'stores', 'package.json'))(name);
  } catch {
    return undefined;
  }
}

async function cost(run) {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return round((user + system) / 1000, 0);
}

function bytesIn(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

function noise(length, seed) {
  const bytes = new Uint8Array(length);
  let state = seed * 2654435761 + 1;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}
