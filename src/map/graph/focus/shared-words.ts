import { MOST_DETAILS } from '../signal.ts';

/** Words of one file: distinct ids, and how often each occurs where that is to count. */
export interface Bag {
  ids: Int32Array;
  counts?: Int32Array;
}

export interface SharedWords {
  /** One a file, 0 or above. */
  score: Float64Array;
  /** ln(1 + N / (1 + n)) of a word that the focus has, 0 of any other. */
  rarity(word: number): number;
  /** Up to five ids of the rarest words that a file shares with the focus. */
  rarestShared(file: number): number[];
}

/**
 * How much each file has in common with some files of the tree: words weighted by rarity to a power, as the inner
 * product of two vectors (Salton), 1 + ln(count) where counts are given. A cosine divides by the vector's length;
 * here by its square root only, since long files do change more often than a cosine believes.
 */
export function shareRareWords(
  bags: readonly Bag[],
  focus: readonly number[],
  vocabularySize: number,
  power: number,
): SharedWords {
  const users = new Int32Array(vocabularySize);
  for (const { ids } of bags) for (const word of ids) users[word] = (users[word] as number) + 1;
  const rare = Float64Array.from(users, (n) => (n > 0 ? Math.log(1 + bags.length / (1 + n)) : 0));
  const squares = rare.map((value) => value ** (2 * power));
  const mine = new Float64Array(vocabularySize);
  for (const file of focus) {
    const { ids, counts } = bags[file] as Bag;
    for (let i = 0; i < ids.length; i++) {
      const word = ids[i] as number;
      mine[word] = Math.max(mine[word] as number, counts === undefined ? 1 : logCount(counts[i] as number));
    }
  }
  const score = Float64Array.from(bags, ({ ids, counts }) => {
    let shared = 0;
    let length = 0;
    for (let i = 0; i < ids.length; i++) {
      const word = ids[i] as number;
      const times = counts === undefined ? 1 : logCount(counts[i] as number);
      const square = (squares[word] as number) * times;
      length += square * times;
      shared += square * (mine[word] as number);
    }
    return shared === 0 ? 0 : shared / Math.sqrt(Math.sqrt(length));
  });
  return {
    score,
    rarity: (word) => ((mine[word] as number) > 0 ? (rare[word] as number) : 0),
    rarestShared: (file) =>
      [...(bags[file] as Bag).ids]
        .filter((word) => (mine[word] as number) > 0)
        .sort((a, b) => (rare[b] as number) - (rare[a] as number))
        .slice(0, MOST_DETAILS),
  };
}

const LOG_COUNTS = Float64Array.from({ length: 64 }, (_, count) => (count > 0 ? 1 + Math.log(count) : 0));
const logCount = (count: number): number => LOG_COUNTS[count] ?? 1 + Math.log(count);
