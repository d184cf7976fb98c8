import type { FileTags } from '../../../src/map/model.ts';

/**
 * Source files that carry what is expected of them, in comment lines below the line that is meant:
 *
 *     def area(shape):
 *     #   ^ definition.function
 *     #        ^ none
 *
 * `^` stands under the first character of the name; `<-` means the column where the comment begins. Then follows
 * definition.KIND (with `of OWNER` where that does not enclose it, with `implementing` where a trait named it, with
 * `private` where it is not exported), `reference`, `none` (neither), or `import` of the
 * specifier that is quoted behind it. A name that is no word is quoted behind its expectation.
 */
export interface Expectation {
  /** 1-based line of the name. */
  line: number;
  name: string;
  what: string;
  private: boolean;
}

const ANNOTATION =
  /^\s*(?:REM|dnl|[^\w\s^]{1,3})\s*(\^|<-)\s*(definition\.\w+(?: of [\w$]*)?(?: implementing)?|reference|none|import)(?:\s+"([^"]*)")?(\s+private)?\s*[^\w\s"]{0,3}\s*$/;

const WORD = /[\p{L}\p{N}_$](?:[\p{L}\p{N}_$]|[-](?=\p{L}))*[?!']*/uy;

export function readExpectations(source: string): Expectation[] {
  const expectations: Expectation[] = [];
  let target = 0;
  const lines = source.split(/\r?\n/);
  lines.forEach((line, i) => {
    const match = ANNOTATION.exec(line);
    if (!match) {
      target = i;
      return;
    }
    const [, arrow = '', what = '', quoted, isPrivate] = match;
    const column = arrow === '^' ? line.indexOf('^') : line.search(/\S/);
    const name = quoted ?? wordAt(lines[target] ?? '', column);
    expectations.push({ line: target + 1, name, what, private: isPrivate !== undefined });
  });
  return expectations;
}

function wordAt(line: string, column: number): string {
  WORD.lastIndex = column;
  return WORD.exec(line)?.[0] ?? line.slice(column).split(/\s/)[0] ?? '';
}

/** What the tags say, in the notation of the expectations: all definitions, and of the rest what is asked for. */
export function compareTags(
  tags: FileTags,
  expected: readonly Expectation[],
): { found: string[]; wanted: string[] } {
  const found = tags.definitions.map(
    ({ line, name, kind, owner, implementing, exported }) =>
      `${line} ${name} definition.${kind}${owner === undefined ? '' : ` of ${owner}`}${implementing ? ' implementing' : ''}${exported ? '' : ' private'}`,
  );
  const wanted = expected
    .filter(({ what }) => what.startsWith('definition.'))
    .map((one) => `${one.line} ${one.name} ${one.what}${one.private ? ' private' : ''}`);
  const referred = new Set(tags.references.map(({ name }) => name));
  const imported = new Set(tags.imports.map(({ specifier }) => specifier));
  for (const { line, name, what } of expected) {
    if (what.startsWith('definition.')) continue;
    wanted.push(`${line} ${name} ${what}`);
    if (what === 'import') found.push(`${line} ${name} ${imported.has(name) ? 'import' : 'no import'}`);
    else found.push(`${line} ${name} ${referred.has(name) ? 'reference' : 'none'}`);
  }
  return { found: found.sort(), wanted: wanted.sort() };
}
