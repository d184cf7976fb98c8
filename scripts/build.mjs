// Builds dist/: bundled JavaScript by esbuild, declarations by tsc, notices; the grammars lie beside them.
// --fast leaves the declarations out: for the edit-run loop.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, copyFile, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { createPagePlugin } from './build-page.mjs';
import { fetchGrammars, shipGrammars } from './grammars.mjs';
import { writeNotices } from './notices.mjs';
import { compileWasm } from './wasm.mjs';

const fast = process.argv.includes('--fast');
// Built aside and then renamed, so that a running process never sees half of a build.
const out = await mkdtemp('dist-');

// CommonJS dependencies call require() for Node's own modules, which an ES module does not have.
const REQUIRE =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

/** Changes with the sources of a stage, what it shares with others, and the grammars: what an older build has stored is not used. */
async function sourceHash(stage) {
  const hash = createHash('sha256').update(await readFile('grammars/manifest.json'));
  for (const folder of [stage, 'src/map/model']) {
    for (const name of (await readdir(folder, { recursive: true })).sort()) {
      if (name.endsWith('.ts')) hash.update(name).update(await readFile(path.join(folder, name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

async function bundle() {
  const page = createPagePlugin();
  const options = {
    outdir: out,
    entryNames: '[name]',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minifySyntax: true,
    legalComments: 'none',
    metafile: true,
    external: ['graphology'],
    define: {
      REPOMAP_PARSE_BUILD: JSON.stringify(await sourceHash('src/map/parse')),
      REPOMAP_GRAPH_BUILD: JSON.stringify(await sourceHash('src/map/graph')),
    },
    banner: { js: REQUIRE },
  };
  const program = await build({
    ...options,
    plugins: [page.plugin],
    entryPoints: ['src/cli.ts', 'src/index.ts', 'src/tools/map-thread.ts', 'src/fs/look-thread.ts'],
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
  });
  // One file: each thread that parses reads it, and seven chunks cost a third more.
  const worker = await build({ ...options, entryPoints: ['src/map/parse/worker.ts'] });
  await chmod(path.join(out, 'cli.js'), 0o755);
  return [...Object.keys({ ...program.metafile.inputs, ...worker.metafile.inputs }), ...page.inputs()];
}

/** What each profile's tools look like to a client: made here, so that no server start has to make it. */
async function writeCatalog() {
  const script = path.join(out, 'catalog.mjs');
  await build({
    stdin: { contents: "export { makeWholeCatalog } from './src/server/whole-catalog.ts';", resolveDir: '.' },
    outfile: script,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['graphology'],
    define: { REPOMAP_PARSE_BUILD: '""' },
    logLevel: 'error',
    banner: { js: REQUIRE },
  });
  const { makeWholeCatalog } = await import(pathToFileURL(script).href);
  await writeFile(path.join(out, 'catalog.json'), JSON.stringify(await makeWholeCatalog()));
  await rm(script);
}

function declarations() {
  const tsc = path.join('node_modules', 'typescript', 'bin', 'tsc');
  const flags = ['-p', 'scripts/tsconfig.declarations.json', '--outDir', path.join(out, 'types')];
  execFileSync(process.execPath, [tsc, ...flags], { stdio: 'inherit' });
}

try {
  const grammars = fetchGrammars();
  shipGrammars(path.join(out, 'grammars'));
  await compileWasm(out);
  const inputs = await bundle();
  await copyFile('src/map/render/formats/map.schema.json', path.join(out, 'map.schema.json'));
  await writeCatalog();
  if (!fast) declarations();
  await writeNotices({
    inputs,
    grammarPackages: grammars.packages,
    outFile: path.join(out, 'THIRD-PARTY-NOTICES.md'),
  });
  await rm('dist', { recursive: true, force: true });
  await chmod(out, 0o755);
  await rename(out, 'dist');
} finally {
  for (const name of await readdir('.')) {
    if (/^dist-.{6}$/.test(name)) await rm(name, { recursive: true, force: true });
  }
}
