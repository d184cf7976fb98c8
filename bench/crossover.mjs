// From which size on threads are faster: a first map of growing parts of a tree on the main thread alone and by workers.
//   node bench/crossover.mjs [CORPUS] [RUNS]      wall and CPU seconds, the medians of interleaved runs
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { corpusPath, fetchCorpus } from './corpora.mjs';
import { machineFacts, measure, median, repeat } from './measure.mjs';

const KILOBYTES = [64, 128, 256, 384, 512, 768, 1024, 2048];
const [corpus = 'celery', runs = '5'] = process.argv.slice(2);
const library = new URL('../dist/index.js', import.meta.url).href;
const scratch = mkdtempSync(path.join(tmpdir(), 'crossover-'));
const code = /\.(?:py|tsx?|jsx?|go|c|h|java)$/;

try {
  const files = sourceFiles(fetchCorpus(corpus));
  console.log(`# Main thread or workers, on parts of ${corpus}\n\n${JSON.stringify(machineFacts())}\n`);
  console.log('| KB | files | main: wall, CPU s | workers: wall, CPU s |\n| --- | --- | --- | --- |');
  for (const kilobytes of KILOBYTES) console.log(`| ${row(files, kilobytes).join(' | ')} |`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function row(files, kilobytes) {
  const tree = path.join(scratch, String(kilobytes));
  const count = copyPart(files, kilobytes * 1024, tree);
  const pairs = repeat(Number(runs), () => [map(tree, 0), map(tree, availableParallelism())]);
  const cell = (which) => {
    const { wallS, cpuS } = median(
      pairs.map((pair) => pair[which]),
      (run) => run.wallS,
    );
    return `${wallS}, ${cpuS}`;
  };
  return [kilobytes, count, cell(0), cell(1)];
}

function map(root, workers) {
  const options = { root, cacheDir: false, workers, workersFromBytes: 0 };
  const script = `const { createEngine } = await import(${JSON.stringify(library)});
    const engine = createEngine(${JSON.stringify(options)});
    await engine.map();
    await engine.close();`;
  return measure('node', ['--input-type=module', '-e', script]);
}

/** Every so many files, so that each part is a sample of the whole. */
function copyPart(files, bytes, target) {
  const total = files.reduce((sum, file) => sum + file.bytes, 0);
  let due = 0;
  let count = 0;
  for (const file of files) {
    due += bytes / total;
    if (due < 1) continue;
    due -= 1;
    const copy = path.join(target, file.path);
    mkdirSync(path.dirname(copy), { recursive: true });
    cpSync(path.join(corpusPath(corpus), file.path), copy);
    count += 1;
  }
  return count;
}

function sourceFiles(tree) {
  return readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && code.test(entry.name))
    .map((entry) => path.relative(tree, path.join(entry.parentPath, entry.name)))
    .sort()
    .map((file) => ({ path: file, bytes: statSync(path.join(tree, file)).size }));
}
