import type { Definition, FileLink, MapDocument, RankedFile, SourceFile } from '../../../../src/map/model.ts';

export interface SampleFile {
  path: string;
  language?: string;
  /** Rows, one definition each: 'class Hub' is a class named Hub. */
  definitions?: readonly string[];
  /** Names used, with their counts. */
  references?: Readonly<Record<string, number>>;
  score?: number;
}

/** A map by hand, with names that need escaping where a test wants them. */
export function sampleMap(
  files: readonly SampleFile[],
  links: readonly FileLink[] = [],
  maxChars = Number.POSITIVE_INFINITY,
): MapDocument {
  const ranked = files.map(rankedFile);
  return {
    tree: {
      files: ranked.map(({ file }) => file).sort((a, b) => (a.path < b.path ? -1 : 1)),
      skipped: [
        { path: 'logo.png', reason: 'binary' },
        { path: 'notes.xyz', reason: 'unsupported', detail: '.xyz' },
      ],
    },
    ranking: {
      files: ranked,
      steeredBy: ['references'],
      unmatchedFocus: [],
      explain: (path) => [{ signal: 'referenced by', share: 1, details: [`user of ${path}`] }],
      explainFade: () => undefined,
      links: () => links,
    },
    selection: {
      files: ranked
        .filter(({ file }) => file.tags.definitions.length > 0)
        .map((one) => ({ ranked: one, definitions: one.file.tags.definitions.map((_, index) => index) })),
      unrelated: { files: 0, definitions: 0 },
      omittedFiles: 0,
      omittedDefinitions: 0,
    },
    steering: { query: '', focus: [] },
    maxChars,
    revision: 'r1',
  };
}

function rankedFile(sample: SampleFile, index: number): RankedFile {
  const definitions = (sample.definitions ?? []).map(definition);
  return {
    file: sourceFile(sample, definitions),
    role: 'source' as const,
    prior: 1,
    isRelated: true,
    score: sample.score ?? 1 / (index + 1),
    definitionScores: Float64Array.from(definitions, (_, at) => 1 / (at + 1)),
  };
}

function definition(row: string, index: number): Definition {
  const name = /\w+$/.exec(row.replace(/\W+$/, ''))?.[0] ?? row;
  const line = 10 * index + 1;
  return {
    name,
    kind: row.startsWith('class') ? 'class' : 'function',
    line,
    startLine: line,
    endLine: line + 5,
    row,
    parent: -1,
    exported: true,
  };
}

function sourceFile(
  { path, language = 'python', references = {} }: SampleFile,
  definitions: Definition[],
): SourceFile {
  return {
    path,
    sizeBytes: 100,
    mtimeMs: 0,
    tags: {
      language,
      reader: 'grammar',
      lineCount: 100,
      definitions,
      references: Object.entries(references).map(([name, count]) => ({ name, count, line: 1 })),
      imports: [],
      namespace: '',
      words: { words: [], counts: [], commentCounts: [] },
      generated: false,
    },
  };
}

/** Paths and signatures that a careless writer gets wrong. */
export const awkward = sampleMap(
  [
    { path: 'src/hub.py', definitions: ['class Hub', 'def frobnicate(value)'], references: { main: 2 } },
    {
      path: 'src/we"ird <a> & `b`.py',
      definitions: ['def back`tick("\\n")', 'class X<T>'],
      references: { Hub: 3 },
    },
    { path: "it's [odd] (1) #2.py", definitions: ['def main'], references: { Hub: 1, frobnicate: 4 } },
    { path: 'line\nbreak\u0001.py', definitions: ['def lonely'] },
    { path: 'ünïcødé/日本語 😀.py', definitions: ['def grüße'] },
    { path: 'data.py', definitions: [] },
  ],
  [
    { from: 'src/we"ird <a> & `b`.py', to: 'src/hub.py', weight: 3, names: ['Hub'] },
    { from: "it's [odd] (1) #2.py", to: 'src/hub.py', weight: 2.5, names: ['frobnicate', 'Hub'] },
    { from: 'src/hub.py', to: "it's [odd] (1) #2.py", weight: 1, names: ['main'] },
  ],
);
