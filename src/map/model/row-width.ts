/** Characters of a definition's line that a map prints; a wider one is cut and marked: what a call needs stands in front. */
export const ROW_CHARS = 90;
