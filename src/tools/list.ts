import { z } from 'zod';
import { counted } from '../counted.ts';
import { displayPath } from '../fs/display-path.ts';
import { type ListedEntry, type Listing, listDirectory } from '../fs/list.ts';
import { ABSENT } from '../fs/revision.ts';
import { fitLines, isoTime, pathArgument, READS, revisionFields, revisionsOf } from './output.ts';
import type { Tool } from './tool.ts';

const input = z.object({
  path: pathArgument('The directory').default('.'),
  recursive: z.boolean().default(false).describe('Everything below it instead of its own entries'),
  glob: z.string().optional().describe("Shows only what matches, e.g. '*.ts' or 'src/**/*.ts'"),
  hidden: z.boolean().default(true).describe('Whether names that start with a dot are shown'),
});

export const listTool: Tool<typeof input> = {
  name: 'list',
  description: [
    'List what is in a directory, one entry a line; directories end in a slash. Use it to look around; use map',
    'for what the code is about, and glob to find files by name anywhere below.',
  ].join(' '),
  annotations: { title: 'List a directory', ...READS },
  mutates: false,
  input,
  output: z.object({
    path: z.string(),
    entries: z.array(
      z.object({
        path: z.string(),
        name: z.string(),
        type: z.enum(['file', 'directory', 'symlink', 'other']),
        size: z.int(),
        modified: z.string(),
        unreadable: z.boolean().optional(),
      }),
    ),
    totalSize: z.int(),
    truncated: z.boolean(),
    ...revisionFields('path'),
  }),
  async run({ root }, args, { signal, progress }) {
    const onProgress = (entries: number) =>
      progress(entries, undefined, `looked at ${counted(entries, 'entry', 'entries')}`);
    const listing = await listDirectory(root, { ...args, signal, onProgress });
    return {
      content: [{ type: 'text', text: render(listing, args.glob) }],
      structured: {
        path: listing.path,
        entries: listing.entries.map(describeEntry),
        totalSize: listing.totalSizeBytes,
        truncated: listing.truncated !== undefined || listing.tooDeep > 0,
        ...revisionsOf({ path: listing.revision ?? ABSENT }),
      },
    };
  },
};

function describeEntry({ path, name, type, sizeBytes, mtimeMs, unreadable }: ListedEntry) {
  return { path, name, type, size: sizeBytes, modified: isoTime(mtimeMs), ...(unreadable && { unreadable }) };
}

function render(listing: Listing, glob: string | undefined): string {
  const { entries, truncated, tooDeep, path } = listing;
  const skipped = path === '.' ? 0 : path.length + 1;
  const shown = fitLines(entries.map((entry) => renderEntry(entry, skipped)));
  const { cut } = shown;
  const text = entries.length === 0 ? whyNothing(listing, glob) : shown.text;
  const notes: string[] = [];
  if (cut > 0) notes.push(`${counted(cut, 'more entry', 'more entries')} left out: the answer is full`);
  if (truncated) {
    const limit = truncated.by === 'time' ? 'the time limit' : counted(entries.length, 'entry', 'entries');
    notes.push(
      `stopped at ${limit}, at least ${truncated.pending} more; list a directory below, or use glob`,
    );
  }
  if (tooDeep > 0) notes.push(`${counted(tooDeep, 'directory', 'directories')} too deep to be listed`);
  return notes.length === 0 ? text : `${text}\n\n[${notes.join('; ')}]`;
}

function whyNothing({ passedOver }: Listing, glob: string | undefined): string {
  if (passedOver === 0) return '(empty directory)';
  const seen = counted(passedOver, 'entry', 'entries');
  return glob === undefined
    ? `(only ${seen} with a leading dot in the name)`
    : `(none of ${seen} matches '${displayPath(glob)}')`;
}

function renderEntry({ path, type, unreadable }: ListedEntry, skipped: number): string {
  const mark =
    type === 'directory' ? '/' : type === 'symlink' ? ' (link)' : type === 'other' ? ' (special file)' : '';
  return `${displayPath(path.slice(skipped))}${mark}${unreadable ? ' (unreadable)' : ''}`;
}
