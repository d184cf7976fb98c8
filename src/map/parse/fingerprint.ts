import { createHash } from 'node:crypto';
import { CODEC_VERSION } from './codec.ts';

/** Set by the build: a hash of everything that decides what a file's tags are. */
declare const REPOMAP_PARSE_BUILD: string | undefined;

/** '' when this runs from source. */
export const PARSE_BUILD = typeof REPOMAP_PARSE_BUILD === 'string' ? REPOMAP_PARSE_BUILD : '';

/** 16 hex digits: outcomes stored under another one were made by another parser and are no use to this one. */
export const FINGERPRINT = createHash('sha256')
  .update(`${CODEC_VERSION} ${PARSE_BUILD} ${new Uint8Array(new Uint16Array([1]).buffer)[0]}`)
  .digest('hex')
  .slice(0, 16);
