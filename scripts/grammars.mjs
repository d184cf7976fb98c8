// Brings the grammars that grammars/manifest.json pins into grammars/wasm/: `npm pack` of each package (the user's
// registry and cache), integrity checked, only the .wasm files (packed by brotli) and licence texts kept. Grammar packages are not
// dependencies: their installs cost hundreds of megabytes, run native builds, and disagree about peers.
//   node scripts/grammars.mjs            fetch what is missing
//   node scripts/grammars.mjs --pin      also (re)write integrity and SHA-256 in the manifest, after a version change
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { upgradeDylinkSection } from './dylink.mjs';

const directory = fileURLToPath(new URL('../grammars/', import.meta.url));
const manifestPath = join(directory, 'manifest.json');
const ATTEMPTS = 3;
/** Beside gzip: a third smaller, as quick to unpack (2 to 15 ms). Quality 11 gains 7 % more and takes 50 times as long. */
const BROTLI_QUALITY = 9;

/** Fetches the packages of which a file is missing or wrong; returns the manifest. */
export function fetchGrammars({ pin = false, log = console.error } = {}) {
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));
  mkdirSync(join(directory, 'wasm'), { recursive: true });
  const wanted = Object.entries(manifest.packages).filter(([name]) => pin || !isComplete(manifest, name));
  if (wanted.length === 0) return manifest;
  const specs = wanted.map(([name, { version }]) => `${name}@${version}`);
  log(`grammars: fetching ${specs.length} packages from the npm registry`);
  const scratch = mkdtempSync(join(tmpdir(), 'grammars-'));
  try {
    const tarballs = pack(specs, scratch, log);
    for (const [name, entry] of wanted) {
      const tarball = tarballs.find((one) => one.name === name && one.version === entry.version);
      if (!tarball) throw new Error(`grammars: npm pack gave no tarball for ${name}@${entry.version}`);
      unpack(manifest, name, readFileSync(join(scratch, packedName(tarball))), pin);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  if (pin) manifest.core = { package: 'web-tree-sitter', sha256: sha256Of(readFileSync(corePath())) };
  if (pin) writeFileSync(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/** Copies what the program loads at run time into `target`: manifest, grammars, and the core of web-tree-sitter. */
export function shipGrammars(target) {
  mkdirSync(join(target, 'wasm'), { recursive: true });
  copyFileSync(manifestPath, join(target, 'manifest.json'));
  for (const grammar of Object.keys(JSON.parse(readFileSync(manifestPath, 'utf8')).grammars))
    copyFileSync(wasmPath(grammar), join(target, 'wasm', basename(wasmPath(grammar))));
  const { core } = JSON.parse(readFileSync(manifestPath, 'utf8'));
  if (sha256Of(readFileSync(corePath())) !== core.sha256)
    throw new Error(
      'grammars: the installed web-tree-sitter is not the pinned one (npm run grammars -- --pin)',
    );
  copyFileSync(corePath(), join(target, 'wasm', 'web-tree-sitter.wasm'));
}

const corePath = () => fileURLToPath(import.meta.resolve('web-tree-sitter/web-tree-sitter.wasm'));

/** Where fetchGrammars puts a grammar, and the licence text of a package. */
export const wasmPath = (grammar) => join(directory, 'wasm', `${grammar}.wasm.br`);
export const licencePath = (name) => join(directory, 'wasm', `LICENSE.${name.replace('/', '+')}`);

const grammarsOf = (manifest, name) =>
  Object.entries(manifest.grammars).filter(([, grammar]) => grammar.package === name);

const isComplete = (manifest, name) =>
  existsSync(licencePath(name)) &&
  grammarsOf(manifest, name).every(
    ([grammar, { sha256 }]) =>
      existsSync(wasmPath(grammar)) &&
      sha256Of(brotliDecompressSync(readFileSync(wasmPath(grammar)))) === sha256,
  );

const sha256Of = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** npm 10 and 11 name the tarball of a scoped package in JSON as '@scope/name-1.0.0.tgz', on disk 'scope-name-1.0.0.tgz'. */
const packedName = ({ name, version }) => `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;

function pack(specs, destination, log) {
  const options = ['--json', '--ignore-scripts', '--dry-run=false', '--workspaces=false', '--loglevel=error'];
  const parameters = ['pack', ...specs, '--pack-destination', destination, ...options];
  let failure = '';
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const run = npm(parameters);
    if (run.status === 0) return JSON.parse(run.stdout);
    failure = (run.error?.message ?? run.stderr ?? '').trim();
    if (attempt < ATTEMPTS) log(`grammars: attempt ${attempt} failed, trying again`);
  }
  throw new Error(`grammars: npm pack failed ${ATTEMPTS} times (is the registry reachable?)\n${failure}`);
}

/** Under `npm run` the very npm that runs; else the one on the PATH. */
function npm(parameters) {
  const options = { encoding: 'utf8', maxBuffer: 1 << 26 };
  const own = process.env.npm_execpath;
  if (own?.endsWith('npm-cli.js')) return spawnSync(process.execPath, [own, ...parameters], options);
  return process.platform === 'win32'
    ? spawnSync('npm.cmd', parameters, { ...options, shell: true })
    : spawnSync('npm', parameters, options);
}

function unpack(manifest, name, tarball, pin) {
  const entry = manifest.packages[name];
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  if (pin) entry.integrity = integrity;
  else if (integrity !== entry.integrity)
    throw new Error(`grammars: ${name}@${entry.version} is not the pinned tarball`);
  const files = new Map(tarEntries(gunzipSync(tarball)));
  const take = (path) => {
    const bytes = files.get(path);
    if (!bytes) throw new Error(`grammars: ${name}@${entry.version} holds no ${path}`);
    return bytes;
  };
  for (const [grammar, pinned] of grammarsOf(manifest, name)) {
    const wasm = patched(upgradeDylinkSection(take(pinned.file)), pinned.patch);
    if (pin) pinned.sha256 = sha256Of(wasm);
    else if (sha256Of(wasm) !== pinned.sha256) throw new Error(`grammars: ${grammar} is not the pinned file`);
    writeWhole(wasmPath(grammar), packed(wasm));
  }
  writeWhole(licencePath(name), take(entry.licenceFile));
}

/** A fault of a grammar's scanner, corrected in the one place where its bytes stand; the manifest says why. */
function patched(wasm, patch) {
  if (!patch) return wasm;
  const from = Buffer.from(patch.from, 'hex');
  const at = wasm.indexOf(from);
  if (at < 0 || wasm.indexOf(from, at + 1) >= 0)
    throw new Error('grammars: a patch fits not exactly one place');
  return Buffer.concat([wasm.subarray(0, at), Buffer.from(patch.to, 'hex'), wasm.subarray(at + from.length)]);
}

const packed = (bytes) =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

/** A build that is interrupted, or two at once, must not leave half a file. */
function writeWhole(path, bytes) {
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, bytes);
  renameSync(partial, path);
}

/** Path without its first folder, and bytes, of each regular file of an uncompressed tar archive. */
function* tarEntries(tar) {
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const text = (from, length) => tar.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(text(124, 12), 8);
    const type = text(156, 1);
    const path = [text(345, 155), text(0, 100)].filter(Boolean).join('/');
    if (type === '' || type === '0')
      yield [path.slice(path.indexOf('/') + 1), tar.subarray(at + 512, at + 512 + size)];
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  fetchGrammars({ pin: process.argv.includes('--pin') });
