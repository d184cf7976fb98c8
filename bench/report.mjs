import { round } from './measure.mjs';

/** performance goals: the measured value of a corpus, and whether it holds. Ratios are of the same run. */
const GOALS = [
  { goal: 'cold map ≤ 1.25 × parsing alone', of: ({ cold, floor }) => cold.wallS / floor.wallS, holds: (x) => x <= 1.25, unit: '×' },
  { goal: 'cold map ≤ 1.25 × parsing alone, in CPU', of: ({ cold, floor }) => cold.cpuS / floor.cpuS, holds: (x) => x <= 1.25, unit: '×' },
  { goal: 'cold ≥ 10 × faster than aider', of: versus('aider'), holds: (x) => x >= 10, unit: '×' },
  { goal: 'cold ≥ 3 × faster than repomix --compress', of: versus('repomix --compress'), holds: (x) => x >= 3, unit: '×' },
  { goal: 'cold ≥ 4 × faster than codegraph, native', of: versus('codegraph (native)'), holds: (x) => x >= 4, unit: '×' },
  { goal: 'cold ≥ 15 × faster than codegraph, WASM', of: versus('codegraph (WASM)'), holds: (x) => x >= 15, unit: '×' },
  { goal: 'cold, peak memory < 600 MB', of: ({ cold }) => cold.peakMb, holds: (x, { files }) => x < (files > 15_000 ? 1500 : 600), unit: 'MB' },
  { goal: 'warm CLI ≤ 300 ms CPU over bare Node at 5,000 files', of: ({ warm }, { bare }) => (warm.cpuS - bare.cpuS) * 1000, holds: per5000(300), unit: 'ms' },
  { goal: 'in process, unchanged ≤ 25 ms at 5,000 files', of: ({ inProcess }) => inProcess.unchanged?.cpuMs, holds: per5000(25), unit: 'ms' },
  { goal: 'in process, one edit ≤ 40 ms at 5,000 files', of: ({ inProcess }) => inProcess.edit?.cpuMs, holds: per5000(40), unit: 'ms' },
  { goal: 'in process, one edit with a new use ≤ 40 ms at 5,000 files', of: ({ inProcess }) => inProcess.newUse?.cpuMs, holds: per5000(40), unit: 'ms' },
  { goal: 'in process, new query ≤ 30 ms at 5,000 files', of: ({ inProcess }) => inProcess.query?.cpuMs, holds: per5000(30), unit: 'ms' },
  { goal: 'server memory < 250 MB at 5,000 files', of: ({ inProcess }) => inProcess.rssMb, holds: per5000(250), unit: 'MB' },
]; // biome-ignore format: a table

function versus(peer) {
  return ({ cold, peers }) => (peers[peer]?.wallS ? peers[peer].wallS / cold.wallS : undefined);
}

/** Goals stated at 5,000 files are held to in proportion above that size, and as they stand below it. */
function per5000(limit) {
  return (value, { files }) => value <= limit * Math.max(1, files / 5000);
}

/** The results as Markdown: goals, then wholes, stages and peers, one column a corpus. */
export function report(results) {
  const names = Object.keys(results.corpora);
  const { machine, bare } = results;
  const facts = `Node ${machine.node}, ${machine.cores} cores (${machine.cpu}), ${machine.memoryGb} GB, kernel ${machine.kernel}, load ${machine.load} at the start, ${machine.date}. Bare Node: ${bare.cpuS} s of CPU.`;
  const corpora = names.map((name) => results.corpora[name]);
  const goals = GOALS.map(({ goal, of, holds, unit }) => [
    goal,
    ...corpora.map((corpus) => {
      const value = of(corpus, results);
      if (value === undefined || Number.isNaN(value)) return '–';
      const shown = `${round(value, value < 100 ? 1 : 0)} ${unit}`;
      return holds(value, corpus) ? shown : `**${shown}**`;
    }),
  ]);
  const wholes = [
    [
      'files, MB of source',
      ...corpora.map(({ files, megabytes }) => `${files}, ${round(megabytes ?? 0, 1)}`),
    ],
    ...['cold', 'warm', 'floor'].map((key) => [
      key === 'floor' ? 'parsing alone' : key,
      ...corpora.map((corpus) => cost(corpus[key])),
    ]),
  ];
  const steps = [...new Set(corpora.flatMap(({ stages: of = {} }) => Object.keys(of)))];
  const first = steps.map((step) => [step, ...corpora.map(({ stages: of = {} }) => of[step] ?? '–')]);
  const stages = ['unchanged', 'edit', 'newUse', 'query', 'focus'].map((key) => [
    key,
    ...corpora.map(({ inProcess }) => stageText(inProcess[key])),
  ]);
  stages.push([
    'twenty queries at once, of each',
    ...corpora.map(({ inProcess }) => togetherText(inProcess.together)),
  ]);
  const peerNames = [...new Set(corpora.flatMap(({ peers }) => Object.keys(peers)))];
  const peers = peerNames.map((peer) => [peer, ...corpora.map(({ peers: of }) => cost(of[peer]))]);
  return [
    `# Measured\n\n${facts}\n\nBold: the goal is not met.\n`,
    table(['goal', ...names], goals),
    '\n## Wholes (wall seconds, CPU seconds, peak MB, output bytes)\n',
    table(['', ...names], wholes),
    '\n## Steps of a first map, one after another on one thread (CPU ms)\n',
    table(['', ...names], first),
    '\n## In one process (CPU ms: walk, load, graph, rank, select in wall ms)\n',
    table(['', ...names], stages),
    ...(peers.length > 0 ? ['\n## Peers, first run\n', table(['', ...names], peers)] : []),
    '',
  ].join('\n');
}

function cost(figures) {
  if (!figures) return '–';
  if (figures.ended !== undefined && figures.ended !== 'ok' && figures.wallS === undefined)
    return figures.ended;
  const parts = [round(figures.wallS ?? 0), round(figures.cpuS ?? 0), figures.peakMb, figures.outputBytes];
  const shown = parts.filter((part) => part !== undefined).join(', ');
  return figures.ended && figures.ended !== 'ok' ? `${shown} (${figures.ended})` : shown;
}

function stageText(stage) {
  if (!stage) return '–';
  return `${stage.cpuMs}: ${[stage.walk, stage.load, stage.graph, stage.rank, stage.select].join(', ')}`;
}

const togetherText = (together) =>
  together
    ? `${together.cpuMs}: wall ${together.wallMs}, ${together.same ? 'the same answers' : 'OTHER ANSWERS'}`
    : '–';

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
