// docs/images/speed.svg from a result of bench/run.mjs: seconds of a first map, this program and its peers.
//   node bench/chart.mjs RESULT.json
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const results = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const names = Object.keys(results.corpora);
const BAR = 18;
const LEFT = 190;
const WIDTH = 820;
const SPAN = WIDTH - LEFT - 130;

const groups = names.map((name) => {
  const { cold, warm, floor, peers, files, language } = results.corpora[name];
  const bars = [
    { label: 'repomap', ...cold, kind: 'own' },
    { label: 'repomap, second run', ...warm, kind: 'own' },
    { label: 'parsing alone', ...floor, kind: 'floor' },
    ...Object.entries(peers).map(([label, figures]) => ({ label, ...figures, kind: 'peer' })),
  ].filter((bar) => bar.wallS > 0);
  return { title: `${name}: ${files} files of ${language}`, bars };
});

let y = 34;
const parts = groups.map(({ title, bars }) => {
  const longest = Math.max(...bars.map((bar) => bar.wallS));
  const lines = [text(10, y + 14, title, 'title')];
  y += 24;
  for (const bar of bars) {
    const width = Math.max(1, (bar.wallS / longest) * SPAN);
    const note = bar.ended && bar.ended !== 'ok' ? ` (${bar.ended})` : '';
    lines.push(
      text(LEFT - 8, y + 13, bar.label, 'label'),
      `<rect class="${bar.kind}" x="${LEFT}" y="${y}" width="${width.toFixed(1)}" height="${BAR - 4}"/>`,
      text(LEFT + width + 6, y + 13, `${bar.wallS.toFixed(1)} s${note}`, 'value'),
    );
    y += BAR;
  }
  y += 12;
  return lines.join('\n');
});

const { machine } = results;
const style =
  'text{font:12px system-ui,sans-serif;fill:#57606a}.title{font-weight:600}.label{text-anchor:end}.own{fill:#0969da}.floor{fill:#8c959f}.peer{fill:#d0d7de}@media(prefers-color-scheme:dark){text{fill:#9198a1}.own{fill:#4493f8}.floor{fill:#6e7681}.peer{fill:#3d444d}}';
const caption = `First map of a tree, wall seconds. Node ${machine.node}, ${machine.cores} cores, load ${machine.load} at the start, ${machine.date.slice(0, 10)}.`;
const svg = [
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + 6}" role="img" aria-label="${escapeXml(caption)}">`,
  `<style>${style}</style>`,
  text(10, 18, caption, 'caption'),
  ...parts,
  '</svg>\n',
].join('\n');
writeFileSync(fileURLToPath(new URL('../docs/images/speed.svg', import.meta.url)), svg);

function text(x, at, content, kind) {
  return `<text class="${kind}" x="${x.toFixed(1)}" y="${at}">${escapeXml(content)}</text>`;
}

function escapeXml(content) {
  return content.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
