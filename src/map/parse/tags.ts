import { Parser, type Tree } from 'web-tree-sitter';
import type { FileTags, Import, Reference } from '../model.ts';
import { compileLanguage, type Tables } from './compile.ts';
import { definitionsOf } from './definitions.ts';
import { loadGrammar, parserInput, startParser, treeCode } from './grammars.ts';
import { importsOf } from './imports.ts';
import type { GrammarLanguage } from './language.ts';
import { BEYOND_WORK } from './lasting.ts';
import { looseWords } from './loose-words.ts';
import type { Matches } from './matches.ts';
import { Names } from './names.ts';
import { textOf } from './node-text.ts';
import { type ParseLimits, parsePublicly } from './parser-input.ts';
import { readTree, readTreePublicly } from './read-tree.ts';
import { referencesOf } from './references.ts';
import { Lines } from './rows.ts';
import { Stopped } from './stop-flag.ts';
import type { Syntax } from './syntax.ts';
import { type Spans, scanWords } from './words.ts';

export type TagResult =
  /** `hasErrors`: the grammar could not read all of it, so that definitions may be missing. */
  | { ok: true; tags: FileTags; hasErrors: boolean }
  /** `poisoned`: the WASM module of this thread threw and cannot be trusted again; discard the worker. */
  | { ok: false; reason: 'parse-failed' | 'parse-timeout'; detail: string; poisoned: boolean };

export interface TagOptions {
  /** A parse that takes longer by the clock is given up, too, whatever the work left. Default: none. */
  deadlineMs?: number;
  /** Asked during the parse: whether nobody wants its result any more. It then rejects with Stopped. */
  isStopped?: () => boolean;
  /** Parses and reads the tree by web-tree-sitter's public interface alone: the same tags, slower. */
  publicInterface?: boolean;
}

/**
 * How much work a parse may be, counted in its calls for progress, one in a hundred steps: 3 to 30 a kilobyte in real
 * files, 55 in nothing but brackets, 40 to 200 µs each. By the clock, a file near the limit would be in the map or not as
 * the machine is busy or idle, and equal trees would have different maps.
 */
const STEPS = { least: 5000, perCharacter: 0.03, most: 1_000_000 };
/**
 * And in its calls for text, of which a lexer that looks ahead to the end of the file makes some for each token: 0.3 to 5
 * a kilobyte in real files, 200 in Scala's, 20 to 160 µs each. Brackets in Dart take 3,000 a kilobyte.
 */
const READS = { least: 10_000, perCharacter: 0.25, most: 60_000 };

const allowed = ({ least, perCharacter, most }: typeof STEPS, characters: number) =>
  Math.min(most, Math.floor(least + characters * perCharacter));

const tables = new Map<GrammarLanguage, Promise<Tables>>();
let parser: Parser | undefined;

/**
 * The tags of one file's text (decoded, without byte order mark). Never rejects on what the text is like; a language
 * record that does not fit its grammar, or a missing grammar file, is a fault of the build and does.
 */
export async function tagSource(
  source: string,
  language: GrammarLanguage,
  options: TagOptions = {},
): Promise<TagResult> {
  await startParser();
  const bound = await tablesOf(language);
  parser ??= new Parser();
  return tag(source, bound, parser, options);
}

function tablesOf(language: GrammarLanguage): Promise<Tables> {
  let bound = tables.get(language);
  if (!bound) {
    bound = loadGrammar(language.grammar).then((grammar) => compileLanguage(language, grammar));
    tables.set(language, bound);
  }
  return bound;
}

function tag(source: string, bound: Tables, parser: Parser, options: TagOptions): TagResult {
  const { isStopped = () => false } = options;
  const deadline = performance.now() + (options.deadlineMs ?? Number.POSITIVE_INFINITY);
  let tree: Tree | null = null;
  try {
    parser.setLanguage(bound.grammar);
    // Some grammars need the last line's end; offsets of the text itself do not change.
    const text = bound.language.prepare?.(source) ?? source;
    const limits: ParseLimits = {
      steps: allowed(STEPS, text.length),
      reads: allowed(READS, text.length),
      isLate: () => performance.now() > deadline || isStopped(),
    };
    tree = options.publicInterface
      ? parsePublicly(parser, text, limits)
      : parserInput().parse(parser, text, limits);
    if (!tree) {
      parser.reset();
      if (isStopped()) throw new Stopped();
      return {
        ok: false,
        reason: 'parse-timeout',
        detail: performance.now() > deadline ? 'not parsed in time' : BEYOND_WORK,
        poisoned: false,
      };
    }
    const code = treeCode();
    const read = options.publicInterface ? readTreePublicly : readTree;
    const { count, hasErrors } = read(tree, bound, code);
    const { syntax, matches } = code.match(count, bound, source);
    const tags = assemble(source, text, syntax, matches, bound);
    return { ok: true, tags, hasErrors };
  } catch (error) {
    if (error instanceof Stopped) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    return { ok: false, reason: 'parse-failed', detail, poisoned: true };
  } finally {
    tree?.delete();
  }
}

/** `prepared`: what the grammar was given. */
function assemble(
  source: string,
  prepared: string,
  syntax: Syntax,
  matches: Matches,
  bound: Tables,
): FileTags {
  const lines = new Lines(source);
  const scan = scanWords(source);
  const names = new Names(source, scan, syntax, bound.language.nameSeparator);
  const comments = commentSpans(syntax, matches);
  const loose = looseWords(source, prepared, scan, syntax, matches);
  const references = referencesOf(names, syntax, matches, lines, scan, loose);
  const imports = importsOf(source, syntax, matches.imports, lines, bound);
  return {
    language: bound.language.name,
    reader: 'grammar',
    lineCount: lines.count,
    definitions: definitionsOf(source, syntax, bound, matches, lines, comments.syntax),
    references: withoutPackages(references, imports, bound),
    imports,
    defaultExport: matches.defaultExport < 0 ? undefined : textOf(source, syntax, matches.defaultExport),
    namespace: namespaceOf(source, syntax, matches, bound),
    words: scan.count(comments.all),
    generated: false,
  };
}

function withoutPackages(
  references: Reference[],
  imports: readonly Import[],
  { language: { packageOf } }: Tables,
): Reference[] {
  if (packageOf === undefined) return references;
  const packages = new Set(imports.map(({ specifier }) => packageOf(specifier)));
  return references.filter(({ name }) => !packages.has(name));
}

/** The first, or where packages stand in each other without a brace, all in a row. */
function namespaceOf(source: string, syntax: Syntax, { namespaces }: Matches, { language }: Tables): string {
  const nodes = language.chainsNamespaces ? namespaces : namespaces.slice(0, 1);
  return nodes.map((node) => textOf(source, syntax, node)).join('.');
}

/** `syntax`: comment nodes; `all`: docstrings too. */
function commentSpans(syntax: Syntax, { comments, remarks }: Matches): { syntax: Spans; all: Spans } {
  const spansOf = (nodes: readonly number[]) => {
    const spans: number[] = [];
    for (const node of nodes) spans.push(syntax.start[node] as number, syntax.end[node] as number);
    return spans;
  };
  const spans = spansOf(remarks);
  if (comments.length === 0) return { syntax: spans, all: spans };
  return { syntax: spans, all: spansOf([...remarks, ...comments].sort((a, b) => a - b)) };
}
