import type { SkippedFile, SkipReason, SourceFile } from '../model.ts';

/** Says that the bound of work ended a parse: that follows from the content, and would come again. */
export const BEYOND_WORK = 'not parsed within the bound of work';

/** What the clock or a fault ended may succeed on a quieter day, with more memory or another install. */
const PASSING: ReadonlySet<SkipReason> = new Set(['parse-timeout', 'parse-failed']);

/** Whether what a file was found to be stands for as long as its content does. */
export const isLasting = (found: { source: SourceFile } | { skipped: SkippedFile }): boolean =>
  'source' in found || !PASSING.has(found.skipped.reason) || found.skipped.detail === BEYOND_WORK;
