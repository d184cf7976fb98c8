/** What went wrong, as a stable code that programs can switch on. */
export type ErrorCode =
  | 'invalid-argument'
  | 'not-found'
  | 'not-a-directory'
  | 'is-a-directory'
  | 'not-a-file'
  | 'already-exists'
  | 'outside-root'
  | 'link-loop'
  | 'permission-denied'
  | 'read-only'
  | 'not-text'
  | 'too-large'
  | 'not-empty'
  | 'no-match'
  | 'ambiguous-match'
  | 'stale-revision'
  | 'cross-mount'
  | 'disk-full'
  | 'root-changed'
  | 'unsupported'
  | 'cancelled'
  | 'internal';

export interface ErrorDetails {
  /** The path as the caller wrote it, relative to the root; never an absolute path of the host. */
  path?: string;
  /** How to repair the call. */
  hint?: string;
  cause?: unknown;
}

/**
 * The one error class of the product. `message` says what happened, to which path, and what to do;
 * `code` is for programs. One unreadable file inside a tree is data (a counted skip), never an error.
 */
export class RepomapError extends Error {
  override readonly name = 'RepomapError';
  readonly code: ErrorCode;
  readonly path: string | undefined;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(details.hint ? `${message}; ${details.hint}` : message, { cause: details.cause });
    this.code = code;
    this.path = details.path;
    this.hint = details.hint;
  }
}

export const invalidArgument = (message: string, hint?: string) =>
  new RepomapError('invalid-argument', message, hint === undefined ? {} : { hint });

export const cancelled = (cause?: unknown) =>
  new RepomapError('cancelled', 'The call was cancelled', { cause });
