import { counted } from '../../counted.ts';
import { displayPath } from '../../fs/display-path.ts';
import { formatBlock } from '../render/block.ts';
import {
  countDefinitions,
  type DefiningFile,
  firstDefinitions,
  type SymbolReferences,
  type UsingFile,
} from './find-references.ts';

export interface ListLimit {
  /** Definitions listed at most, and files that use the name. */
  count: number;
  /** The argument that raises it, as the reader would write it. */
  argument: string;
}

/** The definitions as blocks of the map, then a line a file that uses them, then the counts in one last line. */
export function describeReferences(found: SymbolReferences, limit: ListLimit): string {
  const { definedIn, usedIn } = found;
  const linked = usedIn.filter((use) => use.definedIn.length > 0);
  const others = usedIn.slice(linked.length);
  return [
    ...definitionBlocks(definedIn, limit),
    ...section('used in:', linked, limit.count, limit.argument, definedIn.length > 1),
    ...section(
      linked.length ? 'the same name, by the graph not linked to it, in:' : 'used in:',
      others,
      Math.max(0, limit.count - linked.length),
      limit.argument,
      false,
    ),
    `${summary(found)}\n`,
  ].join('');
}

function definitionBlocks(definedIn: readonly DefiningFile[], { count, argument }: ListLimit): string[] {
  const hidden = countDefinitions(definedIn) - count;
  return [
    ...firstDefinitions(definedIn, count).map((one) => `${formatBlock(one.file, one.definitions)}\n`),
    ...(hidden > 0 ? [`… ${counted(hidden, 'more definition')} (${argument} lists more)\n\n`] : []),
  ];
}

function section(
  title: string,
  uses: readonly UsingFile[],
  limit: number,
  argument: string,
  ambiguous: boolean,
): string[] {
  if (uses.length === 0) return [];
  const hidden = uses.length - Math.min(limit, uses.length);
  return [
    `${title}\n`,
    ...uses.slice(0, limit).map((use) => `  ${useLine(use, ambiguous)}\n`),
    ...(hidden > 0 ? [`  … ${counted(hidden, 'more file')} (${argument} lists more)\n`] : []),
    '\n',
  ];
}

const useLine = ({ path, line, count, definedIn }: UsingFile, ambiguous: boolean) =>
  `${displayPath(path)}:${line}  ${counted(count, 'use')}${ambiguous ? ` of the one in ${definedIn.map(displayPath).join(' or ')}` : ''}`;

function summary({ name, notInside, ownerUnknown, definedIn, usedIn, unread }: SymbolReferences): string {
  const definitions = countDefinitions(definedIn);
  const uses = usedIn.reduce((sum, { count }) => sum + count, 0);
  const notes = [
    `${counted(definitions, 'definition')} in ${counted(definedIn.length, 'file')}`,
    `${counted(uses, 'use')} in ${counted(usedIn.length, 'file')}`,
    'matched by name',
    ...(notInside ? [`none inside ${displayPath(notInside)}`] : []),
    ...(ownerUnknown > 0 ? [`owner not known for ${counted(ownerUnknown, 'definition')}`] : []),
    ...(unread > 0 ? [`${counted(unread, 'file')} not read yet`] : []),
  ];
  return `[${displayPath(name)}: ${notes.join('; ')}]`;
}
