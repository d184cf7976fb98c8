/** What the command line takes at most for one answer, in UTF-16 code units; the least and the default are the map's. */
export const MAX_CHARS = 65536;
