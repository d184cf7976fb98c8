import type { FileTags } from '../../model.ts';
import { isEqual } from '../is-equal.ts';
import { kinOf } from './language-families.ts';
import { Marks } from './marks.ts';
import { compileReaches, type Reaches } from './reaches.ts';
import { Vocabulary } from './vocabulary.ts';

/** One file's tags as numbers of a vocabulary. It depends on the tags alone, so an edit compiles one file anew. */
export interface CompiledFile extends Reaches {
  /** Which other files' names it can mean: kinOf its language. */
  kin: string;
  /** One a definition, same order. */
  definitionIds: Int32Array;
  referenceIds: Int32Array;
  referenceCounts: Int32Array;
}

/** Words are many and only a query or a focus needs them, so they are compiled apart and late. */
export interface CompiledWords {
  wordIds: Int32Array;
  counts: Int32Array;
  /** Sum of counts. */
  total: number;
}

/** Compiled values by tags object, for one vocabulary; entries go away with their tags. */
export interface CompileCache {
  vocabulary: Vocabulary;
  files: WeakMap<FileTags, CompiledFile>;
  words: WeakMap<FileTags, CompiledWords>;
  marks: Marks;
}

export const createCompileCache = (): CompileCache => ({
  vocabulary: new Vocabulary(),
  files: new WeakMap(),
  words: new WeakMap(),
  marks: new Marks(),
});

export function compileFile(tags: FileTags, cache: CompileCache): CompiledFile {
  const known = cache.files.get(tags);
  if (known !== undefined) return known;
  const { vocabulary } = cache;
  const { hashes } = tags;
  const definitionIds = vocabulary.definitionIds(tags, hashes?.definitions);
  const referenceIds = vocabulary.referenceIds(tags, hashes?.references);
  const ownNames = distinct(definitionIds, cache);
  const compiled = {
    kin: kinOf(tags.language),
    definitionIds,
    ownNames,
    ...compileReaches(hashes?.reaches, { definitionIds, referenceIds, ownNames }),
    referenceIds,
    referenceCounts: hashes?.referenceCounts ?? Int32Array.from(tags.references, ({ count }) => count),
  };
  cache.files.set(tags, compiled);
  return compiled;
}

export function compileWords(tags: FileTags, cache: CompileCache): CompiledWords {
  const known = cache.words.get(tags);
  if (known !== undefined) return known;
  const { words } = tags;
  const counts = Int32Array.from(words.counts);
  let total = 0;
  for (const count of counts) total += count;
  const compiled = {
    wordIds: cache.vocabulary.wordIds(tags, words),
    counts,
    total,
  };
  cache.words.set(tags, compiled);
  return compiled;
}

/** Whether two files of one vocabulary define and use the same names, as often and in the same order, of the same kin. */
export const saysTheSame = (a: CompiledFile, b: CompiledFile): boolean =>
  a === b ||
  (a.kin === b.kin &&
    isEqual(a.definitionIds, b.definitionIds) &&
    isEqual(a.reaches, b.reaches) &&
    isEqual(a.owners, b.owners) &&
    isEqual(a.referenceIds, b.referenceIds) &&
    isEqual(a.referenceCounts, b.referenceCounts));

function distinct(ids: Int32Array, { marks, vocabulary }: CompileCache): Int32Array {
  marks.clear(vocabulary.size);
  // What has no name (an extension, a line that only passes on) defines none: or else no file of one such line is a barrel.
  const nameless = vocabulary.find('');
  return ids.filter((id) => id !== nameless && marks.add(id));
}
