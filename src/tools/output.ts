import { z } from 'zod';
import { counted } from '../counted.ts';
import { REVISION_SCHEME, type Revision } from '../fs/revision.ts';
import type { ToolCall } from './tool.ts';

const revision = z.object({
  state: z.enum(['absent', 'file', 'directory', 'symlink', 'other']),
  token: z.string().optional().describe('Opaque; give it back in _expected-revisions'),
  omitted: z.enum(['too-large', 'unavailable']).optional().describe('Why there is no token'),
});

/** The revision part of an output schema: one entry a location argument. */
export function revisionFields<Name extends string>(...names: readonly Name[]) {
  const shape = Object.fromEntries(names.map((name) => [name, revision])) as Record<Name, typeof revision>;
  return { revisionScheme: z.literal(REVISION_SCHEME), revisions: z.object(shape) };
}

/** The same part of a structured result. */
export function revisionsOf(revisions: Record<string, Revision>): Record<string, unknown> {
  const described = Object.entries(revisions).map(([name, { state, token, omitted = 'too-large' }]) => [
    name,
    token === undefined ? { state, omitted } : { state, token },
  ]);
  return { revisionScheme: REVISION_SCHEME, revisions: Object.fromEntries(described) };
}

/** ISO 8601, UTC. */
export function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

export const MAX_ANSWER_CHARS = 100_000;

/** Lines joined up to the limit of an answer, and how many did not fit. */
export function fitLines(
  lines: readonly string[],
  maxChars = MAX_ANSWER_CHARS,
): { text: string; cut: number } {
  let chars = 0;
  let count = 0;
  for (const line of lines) {
    chars += line.length + 1;
    if (chars > maxChars) break;
    count += 1;
  }
  return { text: lines.slice(0, count).join('\n'), cut: lines.length - count };
}

/** Reports how far the comparison with an expected revision of a directory has come. */
export const comparing =
  (progress: ToolCall['progress']) =>
  (entries: number): void =>
    progress(entries, undefined, `compared ${counted(entries, 'entry', 'entries')}`);

export const READS = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
export const DESTROYS = { readOnlyHint: false, destructiveHint: true, openWorldHint: false };
export const CREATES = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };

export const pathArgument = (what: string) =>
  z.string().describe(`${what}, relative to the root, with '/' between names; '.' is the root`);

/** Tokens by the argument that names the location. Not advertised: a layer above the model adds it to its call. */
export const expectedRevisions = z.record(z.string(), z.string()).optional();
