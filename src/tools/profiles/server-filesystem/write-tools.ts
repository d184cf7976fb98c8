import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { z } from 'zod';
import { RepomapError } from '../../../errors.ts';
import { withEntry } from '../../../fs/locate.ts';
import { makeDirectory } from '../../../fs/mkdir.ts';
import { moveBetweenRoots } from '../../../fs/move.ts';
import { mutate } from '../../../fs/mutate.ts';
import { readEntry } from '../../../fs/read-bytes.ts';
import { overwriteInPlace } from '../../../fs/safe-write.ts';
import { writeFile } from '../../../fs/write.ts';
import type { AllowedPath } from '../allowed-directories.ts';
import { applyEdits, fencedDiff } from './apply-edits.ts';
import { allowedPath, MAX_FILE_BYTES, pathOf, reword, type ServerFilesystemKit } from './kit.ts';
import { type AllowedTool, profileTool } from './profile-tool.ts';

const editInput = z.object({
  path: z.string(),
  edits: z.array(
    z.object({
      oldText: z.string().describe('Text to search for - must match exactly'),
      newText: z.string().describe('Text to replace with'),
    }),
  ),
  dryRun: z.boolean().default(false).describe('Only show the diff, change nothing'),
});

export const writeTools: readonly AllowedTool[] = [
  profileTool('write_file', {
    title: 'Write File',
    description: 'Creates a file with this text, or replaces all that it holds, without asking.',
    input: z.object({ path: z.string(), content: z.string() }),
    annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: true },
    run: async (kit, args, { signal }) => {
      const bytes = Buffer.from(args.content);
      await changing(kit, args.path, 'open', async (to) => {
        try {
          await writeFile(to.root, { path: to.path, bytes, inPlace: true, signal });
        } catch (error) {
          const special =
            error instanceof RepomapError && ['is-a-directory', 'not-a-file'].includes(error.code);
          throw special ? notRegular(to.absolute, error) : error;
        }
      });
      return `Successfully wrote to ${args.path}`;
    },
  }),
  profileTool('edit_file', {
    title: 'Edit File',
    description:
      'Replaces pieces of a text file, one edit after the other, and answers a git-style diff. Indentation that differs is forgiven; dryRun shows the diff only.',
    input: editInput,
    annotations: { readOnlyHint: false, idempotentHint: false, destructiveHint: true },
    run: editFile,
  }),
  profileTool('create_directory', {
    title: 'Create Directory',
    description: 'Creates a directory and every missing parent; one that exists is left as it is.',
    input: z.object({ path: z.string() }),
    annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: false },
    run: async (kit, { path }, { signal }) => {
      await changing(kit, path, 'mkdir', ({ root, path: below }) =>
        makeDirectory(root, { path: below, signal }),
      );
      return `Successfully created directory ${path}`;
    },
  }),
  profileTool('move_file', {
    title: 'Move File',
    description:
      'Moves or renames a file, a directory or a link, also from one allowed directory to another. Fails if the destination exists.',
    input: z.object({ source: z.string(), destination: z.string() }),
    annotations: { readOnlyHint: false, idempotentHint: false, destructiveHint: true },
    run: async (kit, { source, destination }, { signal }) => {
      await changing(kit, source, 'rename', async (from) => {
        const to = await allowedPath(kit, destination);
        try {
          await moveBetweenRoots(from, to, signal);
        } catch (error) {
          throw rewordMove(error, from, to);
        }
      });
      return `Successfully moved ${source} to ${destination}`;
    },
  }),
];

function rewordMove(error: unknown, from: AllowedPath, to: AllowedPath): unknown {
  if (!(error instanceof RepomapError)) return error;
  const say = (message: string) => new RepomapError('invalid-argument', message, { cause: error });
  if (error.code === 'already-exists') return say(`Destination already exists: ${to.absolute}`);
  if (error.code === 'invalid-argument')
    return say(`Cannot move ${from.absolute} into itself: ${to.absolute}`);
  const aboutParent = error.code === 'not-found' && error.path === to.path && to.path !== from.path;
  return aboutParent ? say(`Parent directory does not exist: ${path.dirname(to.absolute)}`) : error;
}

async function editFile(
  kit: ServerFilesystemKit,
  { path: requested, edits, dryRun }: z.output<typeof editInput>,
  { signal }: { signal: AbortSignal },
): Promise<string> {
  return changing(kit, requested, 'open', async ({ root, path: below }) => {
    const { diff } = await mutate(root, { locations: { path: below }, signal }, () =>
      withEntry(root, below, { follow: true }, (entry) => {
        const { bytes } = readEntry(entry, MAX_FILE_BYTES);
        if (!isUtf8(bytes)) throw notUtf8(requested);
        const before = bytes.toString('utf8');
        const after = applyEdits(before, edits);
        if (!dryRun && after !== before) overwriteInPlace(entry, Buffer.from(after), false);
        return { diff: fencedDiff(pathOf(entry), before, after) };
      }),
    );
    return diff;
  });
}

const notRegular = (absolute: string, cause: unknown) =>
  new RepomapError('invalid-argument', `Refusing to write: not a regular file: ${absolute}`, { cause });

const notUtf8 = (requested: string) =>
  new RepomapError(
    'not-text',
    `${requested} is not UTF-8 text: editing it would change bytes that no edit names`,
  );

async function changing<T>(
  kit: ServerFilesystemKit,
  requested: string,
  call: 'open' | 'mkdir' | 'rename',
  change: (asked: AllowedPath) => Promise<T>,
): Promise<T> {
  const asked = await allowedPath(kit, requested);
  try {
    return await change(asked);
  } catch (error) {
    throw reword(kit, error, call, asked.absolute);
  }
}
