/**
 * The notation in which languages say what their nodes mean: a subset of tree-sitter's queries.
 *
 *   (type child… @capture)            a node with named type; `_` is any named node
 *   "text"                            an anonymous node
 *   [(a) (b) "c"]                     one of
 *   field: pattern                    the child must stand in that field
 *   pattern? pattern*                 the child may be missing
 *   pattern1                          only the first child that fits
 *   !field                            no child stands in that field
 *   . pattern   pattern .             the child must be the first, the last
 *   + pattern                         the child must stand right after the last one that the pattern before took
 *   (#eq? @c "x" "y"…) (#match? @c "regex") and their #not- forms: the first @c captured in this node must pass
 *   (#eq? @c @d)      the first @c and the first @d captured in this node are the same text
 *
 * One departure from tree-sitter: a child pattern takes every child that fits (one at least, unless `?` or `*`), in
 * any order, so a pattern matches a node once and gathers all captures. That makes matching linear.
 */

export interface Pattern {
  /** Named node types; empty when only `anonymous` fits; '_' means any named node. */
  types: readonly string[];
  anonymous: readonly string[];
  field: string | undefined;
  optional: boolean;
  once: boolean;
  first: boolean;
  last: boolean;
  adjacent: boolean;
  children: readonly Pattern[];
  absentFields: readonly string[];
  captures: readonly string[];
  conditions: readonly Condition[];
}

export interface Condition {
  capture: string;
  /** The capture whose text it is compared with, where it is. */
  other?: string;
  negated: boolean;
  test: (text: string, other: string) => boolean;
}

const TOKEN = /\s+|;[^\n]*|"((?:[^"\\]|\\.)*)"|[A-Za-z_][\w.]*:|[#@!]?[A-Za-z_][\w.-]*[?]?|[()[\]?*.+1]/y;

/** Throws a plain Error with the offset on a text that is not in the notation: a fault of the language record. */
export function parseQuery(text: string): Pattern[] {
  const tokens = tokenize(text);
  let at = 0;
  const peek = () => tokens[at] ?? '';
  const next = () => tokens[at++] ?? '';
  const expect = (token: string) => {
    const found = next();
    if (found !== token)
      throw new Error(`query: expected ${token}, found ${found || 'the end'} (token ${at})`);
  };

  const parsePattern = (): Pattern => {
    const field = peek().endsWith(':') && !peek().startsWith('"') ? next().slice(0, -1) : undefined;
    const pattern = { ...parseNode(), field };
    if (peek() === '?' || peek() === '*') {
      next();
      pattern.optional = true;
    }
    if (peek() === '1') {
      next();
      pattern.once = true;
    }
    const captures = [...pattern.captures];
    while (peek().startsWith('@')) captures.push(next().slice(1));
    return { ...pattern, captures };
  };

  const parseNode = (): Mutable<Pattern> => {
    const pattern = emptyPattern();
    const opener = next();
    if (opener.startsWith('"')) return { ...pattern, anonymous: [JSON.parse(opener)] };
    if (opener === '[') return parseAlternatives(pattern);
    if (opener !== '(') throw new Error(`query: expected a node, found ${opener || 'the end'} (token ${at})`);
    if (peek() === '[') {
      next();
      parseAlternatives(pattern);
    } else pattern.types = [next()];
    while (peek() !== ')') parseContent(pattern);
    next();
    return pattern;
  };

  const parseAlternatives = (pattern: Mutable<Pattern>): Mutable<Pattern> => {
    while (peek() !== ']') {
      const one = parseNode();
      if (one.children.length > 0)
        throw new Error('query: alternatives of more than a type need patterns of their own');
      pattern.types = [...pattern.types, ...one.types];
      pattern.anonymous = [...pattern.anonymous, ...one.anonymous];
    }
    next();
    return pattern;
  };

  const parseContent = (pattern: Mutable<Pattern>): void => {
    if (peek().startsWith('!')) pattern.absentFields = [...pattern.absentFields, next().slice(1)];
    else if (peek() === '(' && (tokens[at + 1] ?? '').startsWith('#'))
      pattern.conditions = [...pattern.conditions, parseCondition()];
    else pattern.children = [...pattern.children, parseChild()];
  };

  const parseChild = (): Pattern => {
    const first = peek() === '.';
    const adjacent = peek() === '+';
    if (first || adjacent) next();
    const child = parsePattern();
    const last = peek() === '.';
    if (last) next();
    return { ...child, first, last, adjacent };
  };

  const parseCondition = (): Condition => {
    expect('(');
    const name = next();
    const capture = next().slice(1);
    const operands: string[] = [];
    if (name === '#eq?' && peek().startsWith('@')) {
      const other = next().slice(1);
      expect(')');
      return { capture, other, negated: false, test: (text, otherText) => text === otherText };
    }
    while (peek() !== ')') operands.push(JSON.parse(next()));
    next();
    const negated = name.startsWith('#not-');
    if (name.endsWith('eq?')) return { capture, negated, test: (value) => operands.includes(value) };
    if (!name.endsWith('match?')) throw new Error(`query: unknown condition ${name}`);
    const regex = new RegExp(operands[0] ?? '', 'u');
    return { capture, negated, test: (value) => regex.test(value) };
  };

  const patterns: Pattern[] = [];
  while (at < tokens.length) patterns.push(parsePattern());
  return patterns;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const emptyPattern = (): Mutable<Pattern> => ({
  types: [],
  anonymous: [],
  field: undefined,
  optional: false,
  once: false,
  first: false,
  last: false,
  adjacent: false,
  children: [],
  absentFields: [],
  captures: [],
  conditions: [],
});

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const start = TOKEN.lastIndex;
    const found = TOKEN.exec(text)?.[0];
    if (found === undefined)
      throw new Error(`query: cannot read ${JSON.stringify(text.slice(start, start + 20))}`);
    if (!/^[\s;]/.test(found)) tokens.push(found);
  }
  return tokens;
}
