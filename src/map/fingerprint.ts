import { createHash } from 'node:crypto';
import { CODEC_VERSION } from './parse/codec.ts';

/** Set by the build: a hash of everything that decides what a file's tags are. */
declare const REPOMAP_PARSE_BUILD: string | undefined;

const build = typeof REPOMAP_PARSE_BUILD === 'string' ? REPOMAP_PARSE_BUILD : 'from source';

/** 16 hex digits: outcomes stored under another one were made by another parser and are no use to this one. */
export const FINGERPRINT = createHash('sha256')
  .update(`${CODEC_VERSION} ${build} ${new Uint8Array(new Uint16Array([1]).buffer)[0]}`)
  .digest('hex')
  .slice(0, 16);

/** 32 hex digits that stand for a root in the cache directory. */
export function rootNameOf(absolutePath: string): string {
  return createHash('sha256').update(absolutePath).digest('hex').slice(0, 32);
}
