// Linear growth: 1, 2, 4, 8 × the same kind of tree, first and second run; time, memory and the exponent of the fit.
//   node bench/scale.mjs [CORPUS] [PARTS]      (subtrees of the corpus are added up until a part is full)
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchCorpus } from './corpora.mjs';
import { machineFacts, measure, round } from './measure.mjs';

const [corpus = 'linux', parts = '8', from = 'drivers'] = process.argv.slice(2);
const source = path.join(fetchCorpus(corpus), corpus === 'linux' ? from : '.');
const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const scratch = mkdtempSync(path.join(tmpdir(), 'scale-'));
const rows = [];

try {
  const folders = readdirSync(source, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => ({ name: entry.name, bytes: bytesIn(path.join(source, entry.name)) }))
    .sort((a, b) => b.bytes - a.bytes);
  const unit = folders.reduce((sum, { bytes }) => sum + bytes, 0) / 2 / Number(parts);
  for (let share = 1; share <= Number(parts); share *= 2)
    rows.push(measureShare(folders, share, unit * share));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

console.log(`# Growth on ${corpus}\n\n${JSON.stringify(machineFacts())}\n`);
console.log(
  '| share | MB | files | cold s | cold CPU s | peak MB | second CPU s |\n| --- | --- | --- | --- | --- | --- | --- |',
);
for (const row of rows) {
  console.log(
    `| ${row.share} | ${row.megabytes} | ${row.files} | ${row.cold.wallS} | ${row.cold.cpuS} | ${row.cold.peakMb} | ${row.warm.cpuS} |`,
  );
}
console.log(
  `\nCPU grows as the power ${exponent((row) => row.cold.cpuS)} of the bytes (cold), ${exponent((row) => row.warm.cpuS)} (second run).`,
);

/** Small folders first, so that every share is of the same mixture. */
function measureShare(folders, share, limit) {
  const tree = path.join(scratch, `x${share}`);
  const cache = path.join(scratch, `cache${share}`);
  mkdirSync(tree);
  let bytes = 0;
  for (const folder of [...folders].reverse()) {
    if (bytes + folder.bytes > limit) continue;
    cpSync(path.join(source, folder.name), path.join(tree, folder.name), { recursive: true });
    bytes += folder.bytes;
  }
  const run = () =>
    measure('node', [cli, tree, '--cache-dir', cache, '--quiet', '--stats'], { timeoutMs: 600_000 });
  const [cold, warm] = [run(), run()];
  const files = Number(/files\s+([\d,]+)/.exec(cold.stderr)?.[1]?.replaceAll(',', ''));
  console.error(`x${share}: ${round(bytes / 1e6)} MB, cold ${cold.wallS} s, ${cold.peakMb} MB`);
  rmSync(tree, { recursive: true });
  rmSync(cache, { recursive: true, force: true });
  return { share, megabytes: round(bytes / 1e6, 0), files, cold, warm };
}

function bytesIn(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

/** Slope of the least-squares line through the logarithms. */
function exponent(measured) {
  const points = rows.map((row) => [Math.log(row.megabytes), Math.log(measured(row))]);
  const mean = (i) => points.reduce((sum, point) => sum + point[i], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const above = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return round(above / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0));
}
