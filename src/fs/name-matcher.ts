import { RE2JS } from 're2js';
import { invalidArgument, RepomapError } from '../errors.ts';
import { displayPath } from './display-path.ts';
import { faultOfSet } from './glob-syntax.ts';

const MAX_PATTERN_CHARS = 1_000;

export type NameMatcher = (path: string, name: string) => boolean;

/**
 * Compiles a glob: `*`, `?`, `[...]`, `[!...]`, `{a,b}`, `**`, and `\` before a character meant as itself.
 * Without a slash it is matched against the base name, else against the path given to the matcher; a leading './' says
 * only that it is the path. Names that
 * start with a dot are matched like any other. Matching takes linear time: the glob libraries make V8
 * expressions, which a row of stars against a long name keeps busy for years. Throws invalid-argument, and outside-root for a
 * glob that no path below the searched directory can match.
 */
export function compileGlob(pattern: string, argument = 'pattern'): NameMatcher {
  if (pattern === '') throw invalidArgument(`${argument} must not be empty`, "use '*' for every file");
  if (pattern.length > MAX_PATTERN_CHARS) {
    throw invalidArgument(
      `${argument} is too long: ${pattern.length} characters, at most ${MAX_PATTERN_CHARS}`,
    );
  }
  requireInside(pattern, argument);
  const relative = pattern.replace(/^(?:\.\/+)+/, '');
  if (relative !== pattern || relative.includes('/')) return expressionMatcher(relative, argument);
  const matches = suffixMatcher(relative) ?? expressionMatcher(relative, argument);
  return (_path, name) => matches(name);
}

const ABSOLUTE = /^\{?\//;
const UPWARD = /(?:^|[/{,])\.\.(?:[/},]|$)/;

function requireInside(pattern: string, argument: string): void {
  const fault = ABSOLUTE.test(pattern)
    ? 'must be relative to path, not absolute'
    : UPWARD.test(pattern)
      ? "must not contain '..'"
      : undefined;
  if (fault === undefined) return;
  throw new RepomapError('outside-root', `${argument} '${displayPath(pattern)}' ${fault}`, {
    hint: "name the directory in path and what is below it here, e.g. path 'src' and '**/*.ts'",
  });
}

/** '*.ts', nearly every glob there is, needs no expression. */
function suffixMatcher(pattern: string): ((name: string) => boolean) | undefined {
  const suffix = /^\*([^*?[\]{}\\/]+)$/.exec(pattern)?.[1];
  return suffix === undefined ? undefined : (name) => name.endsWith(suffix);
}

function expressionMatcher(pattern: string, argument: string): (text: string) => boolean {
  try {
    const expression = RE2JS.compile(`^(?:${new GlobTranslation(pattern).run()})$`, RE2JS.DOTALL);
    return (text) => expression.test(text);
  } catch (error) {
    const reason = error instanceof MalformedGlob ? error.message : 'too complex';
    throw invalidArgument(`${argument} is not a valid glob: ${reason}`);
  }
}

class MalformedGlob extends Error {}

class GlobTranslation {
  private readonly pattern: string;
  private at = 0;
  private braces = 0;

  constructor(pattern: string) {
    this.pattern = pattern;
  }

  run(): string {
    let expression = '';
    while (this.at < this.pattern.length) expression += this.next();
    if (this.braces > 0) throw new MalformedGlob("'{' without '}'");
    return expression;
  }

  private next(): string {
    const character = String.fromCodePoint(this.pattern.codePointAt(this.at) ?? 0);
    this.at += character.length;
    switch (character) {
      case '*':
        return this.stars();
      case '?':
        return '[^/]';
      case '[':
        return this.set();
      case '{':
        this.braces += 1;
        return '(?:';
      case ',':
        return this.braces > 0 ? '|' : ',';
      case '}':
        if (this.braces === 0) return '\\}';
        this.braces -= 1;
        return ')';
      case '\\':
        return this.escaped();
      default:
        return RE2JS.quote(character);
    }
  }

  /** `**` as a whole component stands for any number of them, none included; any other star stays in its component. */
  private stars(): string {
    const start = this.at - 1;
    while (this.pattern[this.at] === '*') this.at += 1;
    const before = this.pattern[start - 1];
    const after = this.pattern[this.at];
    const opens = before === undefined || before === '/' || before === '{' || before === ',';
    if (this.at - start < 2 || !opens) return '[^/]*';
    if (after === '/') {
      this.at += 1;
      return '(?:.*/)?';
    }
    return after === undefined || after === '}' || after === ',' ? '.*' : '[^/]*';
  }

  private set(): string {
    const negated = this.pattern[this.at] === '!' || this.pattern[this.at] === '^';
    const from = this.at + (negated ? 1 : 0);
    const close = this.pattern.indexOf(']', from + 1); // a ']' that comes first is a member
    if (close < 0) throw new MalformedGlob("'[' without ']'");
    const fault = faultOfSet(this.pattern.slice(from, close));
    if (fault) throw new MalformedGlob(fault);
    const members = this.pattern.slice(from, close).replace(/[\\\][^&~|]/g, '\\$&');
    this.at = close + 1;
    return `[${negated ? '^/' : ''}${members}]`;
  }

  private escaped(): string {
    const character = this.pattern[this.at];
    if (character === undefined) throw new MalformedGlob("it ends in '\\'");
    this.at += 1;
    return RE2JS.quote(character);
  }
}
