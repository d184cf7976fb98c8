import { type Graph, tagsOf } from '../build.ts';
import { largestOf, weighted } from '../numbers.ts';
import { type Signal, scaled } from '../signal.ts';
import type { Weights } from '../weights.ts';
import type { LexicalScores } from './lexical-scores.ts';
import type { TermWorth } from './passages.ts';
import type { Query } from './query.ts';

/** What words, names and paths say that need no file to be read again. */
export function lexicalSignals(
  graph: Graph,
  query: Query,
  lexical: LexicalScores,
  { matcher }: TermWorth,
  mentioned: readonly (readonly number[])[],
  weights: Weights,
): Signal[] {
  const most = largestOf(lexical.text, 1e-9);
  const answered = (file: number): string[] => {
    const found = new Set<number>();
    for (const word of tagsOf(graph, file).words.words)
      for (const term of matcher.match(word)) found.add(term);
    return query.terms.flatMap((term, index) =>
      (term.kind === 'form' || (term.kind === 'relative' && (lexical.worth[index] as number) > 0)) &&
      found.has(index)
        ? [term.text]
        : [],
    );
  };
  const defined = (file: number): string[] =>
    tagsOf(graph, file)
      .definitions.map(({ name }) => name)
      .filter((name) => query.identifiers.has(name));
  return [
    {
      name: 'words',
      values: weighted(lexical.text, weights.queryText, most),
      details: answered,
    },
    { name: 'identifiers as spelled', values: scaled(lexical.exact, weights.queryExact) },
    {
      name: 'defines a name of the query',
      values: weighted(lexical.definers, weights.queryDefiner),
      details: defined,
    },
    { name: 'file name', values: weighted(lexical.name, weights.queryName) },
    { name: 'folder name', values: weighted(lexical.folderName, weights.queryFolderName) },
    { name: 'path in the query', values: weighted(mentionedPaths(graph, mentioned), weights.queryNamedPath) },
  ];
}

function mentionedPaths(graph: Graph, mentioned: readonly (readonly number[])[]): Float64Array {
  const scores = new Float64Array(graph.files.length);
  for (const fits of mentioned)
    for (const file of fits) scores[file] = Math.max(scores[file] as number, 1 / Math.sqrt(fits.length));
  return scores;
}
