import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let base: string;
let tree: string;
let whole: string;

beforeAll(() => {
  base = mkdtempSync(path.join(tmpdir(), 'installation-'));
  [tree, whole] = [path.join(base, 'tree'), path.join(base, 'package')];
  cpSync('dist', path.join(whole, 'dist'), { recursive: true });
  cpSync('package.json', path.join(whole, 'package.json'));
  symlinkSync(path.resolve('node_modules'), path.join(base, 'node_modules'));
  cpSync('fixtures/polyglot', tree, { recursive: true });
  writeFileSync(path.join(tree, 'one.py'), 'def only_python():\n    pass\n');
  writeFileSync(path.join(tree, 'two.go'), 'package two\n\nfunc OnlyGo() {}\n');
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

interface JsonMap {
  files: { path: string }[];
  skipped: { path: string; reason: string; detail?: string }[];
}

function map(file: string, ...more: string[]): JsonMap {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(whole, 'dist/cli.js'), file, '--format', 'json', '--quiet', ...more],
    { encoding: 'utf8', cwd: tree },
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return JSON.parse(stdout) as JsonMap;
}

/** Runs with one file of the installation changed, and puts it back. */
function withChanged<T>(name: string, change: (bytes: Buffer) => Buffer, run: () => T): T {
  const file = path.join(whole, 'dist/grammars', name);
  const bytes = readFileSync(file);
  writeFileSync(file, change(Buffer.from(bytes)));
  try {
    return run();
  } finally {
    writeFileSync(file, bytes);
  }
}

const flip = (bytes: Buffer): Buffer => {
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] ?? 0) ^ 16;
  return bytes;
};

describe('a grammar that is not the one that was shipped', () => {
  test.each([
    ['has one bit changed', flip],
    ['is cut off', (bytes: Buffer) => bytes.subarray(0, 1000)],
    ['is another grammar', () => readFileSync(path.join(whole, 'dist/grammars/wasm/go.wasm.br'))],
  ])('is refused when it %s, its files are counted, and other languages are mapped', (_, change) => {
    const { files, skipped } = withChanged('wasm/python.wasm.br', change, () => map('.', '--no-cache'));
    const python = skipped.filter(({ path: name }) => name.endsWith('.py'));
    expect(python.length).toBeGreaterThan(0);
    for (const { reason, detail } of python) {
      expect(reason).toBe('parse-failed');
      expect(detail).toBe(
        "the grammar of python is damaged: its SHA-256 is not the manifest's; install again",
      );
    }
    expect(files.some(({ path: name }) => name === 'two.go')).toBe(true);
    expect(files.some(({ path: name }) => name.endsWith('.py'))).toBe(false);
  });

  test('is not remembered once it is repaired', () => {
    const cache = ['--cache-dir', path.join(base, 'cache')];
    withChanged('wasm/python.wasm.br', flip, () => map('.', ...cache));
    const { files, skipped } = map('.', ...cache);
    expect(skipped.filter(({ reason }) => reason === 'parse-failed')).toEqual([]);
    expect(files.some(({ path: name }) => name === 'one.py')).toBe(true);
  });

  test('is refused when it is the parser itself', () => {
    const { files, skipped } = withChanged('wasm/web-tree-sitter.wasm', flip, () =>
      map('one.py', '--no-cache'),
    );
    expect(files).toEqual([]);
    expect(skipped).toMatchObject([{ path: 'one.py', reason: 'parse-failed' }]);
    expect(skipped[0]?.detail).toMatch(/^the parser is damaged/);
  });
});

interface LockedPackage {
  dev?: boolean;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
}

describe('the packages that are installed', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const packages = Object.entries(lock.packages).filter(([name]) => name !== '');

  test('each have their integrity in the lockfile', () => {
    expect(packages.filter(([, { resolved, integrity }]) => resolved && !integrity)).toEqual([]);
  });

  test('with the product run no script, and are these', () => {
    const shipped = packages.filter(([, { dev }]) => !dev);
    expect(shipped.map(([name]) => name.replace('node_modules/', '')).sort()).toEqual([
      'events',
      'graphology',
      'graphology-types',
    ]);
    expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
  });
});

describe('what the product loads', () => {
  test('has no module that reaches the network or runs text as code', () => {
    const sources = execFileSync(
      'cat',
      ['dist/cli.js', 'dist/index.js', 'dist/worker.js', 'dist/map-thread.js'],
      {
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      },
    );
    const chunks = execFileSync('sh', ['-c', 'cat dist/chunks/*.js'], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    const imported = new Set(
      [
        ...`${sources}\n${chunks}`.matchAll(/\b(?:from|import|require|__require)\s*\(?\s*"([^".][^"\n]*)"/g),
      ].map(([, name]) => (name ?? '').replace(/^node:/, '')),
    );
    for (const name of ['http', 'https', 'http2', 'tls', 'dns', 'dgram', 'inspector', 'vm'])
      expect(imported).not.toContain(name);
  });
});
