import { createHash } from 'node:crypto';
import { type EncodedOutcome, encodeOutcome, heldBytes } from '../../../../src/map/parse/codec.ts';
import type { SegmentEntry } from '../../../../src/map/parse/segment.ts';

/** An entry whose record says which path and content it belongs to. */
export function entryOf(path: string, content: string): SegmentEntry {
  return {
    path,
    stat: { sizeBytes: content.length, mtimeMs: 1000.25, ctimeMs: 2000.5, inode: 7 },
    readMs: 5000,
    key: keyOf(content),
    record: heldBytes(outcomeOf(content)),
  };
}

export const outcomeOf = (content: string): EncodedOutcome =>
  encodeOutcome({
    tags: {
      language: 'python',
      reader: 'grammar',
      lineCount: 1,
      definitions: [],
      references: [{ name: content, count: 1, line: 1 }],
      imports: [],
      namespace: '',
      words: { words: [content], counts: [1], commentCounts: [0] },
      generated: false,
    },
  });

export const keyOf = (content: string): string =>
  createHash('sha256').update(content).digest().toString('latin1', 0, 16);
