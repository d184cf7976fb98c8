/** `oldString` → `old-string`; a leading underscore, the mark of a reserved argument, stays. */
export const kebabKey = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `old-string`, `old_string` and `oldString` → `oldString`. */
export const camelKey = (key: string): string =>
  key.replace(/(?<=.)[-_]+([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
