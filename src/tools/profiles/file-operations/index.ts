import path from 'node:path';
import { z } from 'zod';
import { invalidArgument, RepomapError } from '../../../errors.ts';
import { listDirectory } from '../../../fs/list.ts';
import { withEntry } from '../../../fs/locate.ts';
import { makeDirectory } from '../../../fs/mkdir.ts';
import { readFileBytes } from '../../../fs/read.ts';
import { writeFile } from '../../../fs/write.ts';
import type { AllowedDirectories, AllowedPath } from '../allowed-directories.ts';
import type { ProfileTool } from '../profile.ts';

export type Permission = 'file:read' | 'file:write';

export interface FileOperationsKit {
  /** The working directory first, then the system's temporary directory. */
  directories: AllowedDirectories;
  permissions: ReadonlySet<Permission>;
}

const MAX_FILE_BYTES = 10 * 1024 * 1024;
const SYSTEM_DIRECTORIES = ['/etc', '/sys', '/proc', '/dev'];

/** A character a byte, so that every file survives a read and a write. */
const BINARY: BufferEncoding = 'latin1';

const readInput = z.object({
  path: z.string().describe('Absolute, or relative to the working directory'),
  encoding: z.enum(['utf8', 'binary']).optional().default('utf8').describe('binary: one character a byte'),
});

const fileRead: ProfileTool<FileOperationsKit> = {
  name: 'file_read',
  description: 'Reads a whole file of at most 10 MB.',
  annotations: { title: 'Read a file', readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  mutates: false,
  input: readInput,
  output: z.object({ content: z.string(), size: z.number().int(), path: z.string() }),
  run: async (kit, args) => {
    const { path: asked, encoding } = args as z.output<typeof readInput>;
    const file = permitted(kit, 'file:read', asked);
    const { bytes } = await readFileBytes(file.root, file.path, MAX_FILE_BYTES);
    const content = bytes.toString(encoding === 'binary' ? BINARY : 'utf8');
    return {
      content: [{ type: 'text', text: content }],
      structured: { content, size: bytes.length, path: file.absolute },
    };
  },
};

const writeInput = z.object({
  path: z.string().describe('Absolute, or relative to the working directory; missing parents are created'),
  content: z.string(),
  mode: z.enum(['overwrite', 'append']).optional().default('overwrite'),
  encoding: z
    .enum(['utf8', 'binary', 'base64'])
    .optional()
    .default('utf8')
    .describe('How content is encoded'),
});

const fileWrite: ProfileTool<FileOperationsKit> = {
  name: 'file_write',
  description: 'Creates or replaces a file, or appends to it, and creates its missing parent directories.',
  annotations: { title: 'Write a file', readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  mutates: true,
  input: writeInput,
  output: z.object({ path: z.string(), size: z.number().int(), mode: z.enum(['overwrite', 'append']) }),
  run: async (kit, args, { signal }) => {
    const { path: asked, content, mode, encoding } = args as z.output<typeof writeInput>;
    const file = permitted(kit, 'file:write', asked);
    const bytes = decode(content, encoding);
    const parent = path.posix.dirname(file.path);
    if (parent !== '.') await makeDirectory(file.root, { path: parent, signal });
    const { sizeBytes } = await writeFile(file.root, { path: file.path, bytes, mode, signal });
    const text = `Wrote ${bytes.length} bytes to ${file.absolute}`;
    return { content: [{ type: 'text', text }], structured: { path: file.absolute, size: sizeBytes, mode } };
  },
};

const listInput = z.object({
  path: z.string().optional().default('.').describe('Absolute, or relative to the working directory'),
  recursive: z.boolean().optional().default(false),
  pattern: z.string().optional().describe("A glob such as '*.ts'"),
  includeHidden: z.boolean().optional().default(false).describe('Also names that start with a dot'),
});

const entry = z.object({
  path: z.string(),
  type: z.enum(['file', 'directory', 'symlink', 'other']),
  name: z.string(),
  size: z.number().int(),
  modified: z.string().describe('ISO 8601, UTC'),
});

const fileList: ProfileTool<FileOperationsKit> = {
  name: 'file_list',
  description:
    'Lists a directory, with everything below it when recursive. Entries that cannot be read are left out.',
  annotations: { title: 'List a directory', readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  mutates: false,
  input: listInput,
  output: z.object({ entries: z.array(entry), totalSize: z.number().int(), truncated: z.boolean() }),
  run: async (kit, args, { signal }) => {
    const { path: asked, recursive, pattern, includeHidden } = args as z.output<typeof listInput>;
    const { root, path: below } = permitted(kit, 'file:read', asked);
    const listing = await listDirectory(root, {
      path: below,
      recursive,
      glob: pattern,
      hidden: includeHidden,
      withRevision: false,
      signal,
    });
    const entries = listing.entries
      .map((found) => ({ ...found, path: path.join(root.path, found.path) }))
      .filter((found) => !found.unreadable && !isOfTheSystem(found.path))
      .map(({ path: full, type, name, sizeBytes, mtimeMs }) => {
        return { path: full, type, name, size: sizeBytes, modified: new Date(mtimeMs).toISOString() };
      });
    const totalSize = entries.reduce((sum, { size }) => sum + size, 0);
    const text = entries.map((found) => found.path + (found.type === 'directory' ? '/' : '')).join('\n');
    return {
      content: [{ type: 'text', text: text || '(empty directory)' }],
      structured: { entries, totalSize, truncated: listing.truncated !== undefined },
    };
  },
};

export const fileOperationsTools: readonly ProfileTool<FileOperationsKit>[] = [fileRead, fileWrite, fileList];

/** Where a map may be made: it needs the permission to read, and no system directory below it. */
export function permittedMap(kit: FileOperationsKit, asked: string): AllowedPath {
  const found = permitted(kit, 'file:read', asked);
  const above = path.join(found.root.path, found.path);
  const holds = SYSTEM_DIRECTORIES.some((directory) =>
    directory.startsWith(above === '/' ? '/' : `${above}/`),
  );
  if (!holds) return found;
  throw new RepomapError('permission-denied', `${asked} holds system directories; map a directory below it`);
}

/** The asked path, where the call has its permission and the place is no system directory, links resolved. */
function permitted(kit: FileOperationsKit, permission: Permission, asked: string): AllowedPath {
  if (!kit.permissions.has(permission)) {
    throw new RepomapError(
      'permission-denied',
      `This call needs the permission '${permission}', which the server was not given`,
    );
  }
  const found = kit.directories.locate(asked);
  const physical = withEntry(found.root, found.path, { follow: true }, ({ root, path: below }) =>
    path.join(root.path, below),
  );
  if (isOfTheSystem(physical))
    throw new RepomapError('permission-denied', `${asked} lies in a system directory`);
  return found;
}

const isOfTheSystem = (absolute: string): boolean =>
  SYSTEM_DIRECTORIES.some((directory) => absolute === directory || absolute.startsWith(`${directory}/`));

function decode(content: string, encoding: 'utf8' | 'binary' | 'base64'): Buffer {
  if (encoding === 'utf8') return Buffer.from(content, 'utf8');
  if (encoding === 'base64') {
    const bytes = Buffer.from(content, 'base64');
    const unpadded = (text: string) => text.replace(/\s/g, '').replace(/=+$/, '');
    if (unpadded(bytes.toString('base64')) === unpadded(content)) return bytes;
    throw invalidArgument("'content' is not valid base64; nothing was written");
  }
  const wide = /[^\0-\xff]/.exec(content);
  if (!wide) return Buffer.from(content, BINARY);
  throw invalidArgument(
    `'content' has a character that is no byte (${JSON.stringify(wide[0])}); use encoding utf8`,
  );
}
