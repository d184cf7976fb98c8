import { counted } from '../counted.ts';
import { displayPath } from '../fs/display-path.ts';
import type { MapDocument } from './model.ts';
import { formatBlock } from './render/block.ts';

/** A map as later maps are compared with it: the printed block of each file, in order of rank. */
export interface MapSnapshot {
  revision: string;
  blocks: readonly (readonly [path: string, block: string])[];
}

export function snapshotOf({ revision, selection }: MapDocument): MapSnapshot {
  return {
    revision,
    blocks: selection.files.map(({ ranked, definitions }) => [
      ranked.file.path,
      formatBlock(ranked.file, definitions),
    ]),
  };
}

/**
 * What an agent that has the earlier map needs to have the later one: the blocks that are new or read differently,
 * whole, in order of rank; the paths that are gone; one line for all the rest. Never longer than `maxChars`: where
 * the changes do not fit, the last blocks are counted instead of printed.
 */
export function describeChanges(before: MapSnapshot, after: MapSnapshot, maxChars: number): string {
  if (before.revision === after.revision) return `[unchanged since ${before.revision}]\n`;
  const known = new Map(before.blocks);
  const kept = new Set(after.blocks.map(([path]) => path));
  const gone = before.blocks.flatMap(([path]) => (kept.has(path) ? [] : [displayPath(path)]));
  const changed = after.blocks.filter(([path, block]) => known.get(path) !== block);
  for (let count = changed.length; count >= 0; count--) {
    const blocks = changed.slice(0, count).map(([, block]) => `${block}\n`);
    const text = [...blocks, closing(before, after, changed.length, count, gone, maxChars)].join('');
    if (text.length <= maxChars || count === 0) return text;
  }
  throw new RangeError('unreachable: an answer without blocks is returned above');
}

function closing(
  before: MapSnapshot,
  after: MapSnapshot,
  changed: number,
  printed: number,
  gone: readonly string[],
  maxChars: number,
): string {
  const notes = [
    changed === 0 ? 'no block differs' : `${counted(changed, 'block')} new or different`,
    ...(printed < changed ? [`${changed - printed} of them left out by the budget`] : []),
    ...(gone.length ? [goneNote(gone, Math.floor(maxChars / 4))] : []),
    `${counted(after.blocks.length - changed, 'block')} as before`,
    `now ${after.revision}`,
  ];
  return `[since ${before.revision}: ${notes.join('; ')}]\n`;
}

function goneNote(gone: readonly string[], room: number): string {
  let listed = gone.length;
  while (listed > 0 && gone.slice(0, listed).join(', ').length > room) listed -= 1;
  const more = gone.length - listed;
  return `no longer in it: ${gone.slice(0, listed).join(', ')}${more ? ` and ${more} more` : ''}`;
}
