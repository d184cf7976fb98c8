/** Bounds of the whole answer in UTF-16 code units, as the command line accepts them. */
export const MIN_CHARS = 512;
export const MAX_CHARS = 65536;
export const DEFAULT_MAX_CHARS = 8192;
