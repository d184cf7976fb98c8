/**
 * What a preprocessor would do before a parser sees the text, done as far as one file shows it. Every function gives
 * a text of the same length with the same line breaks: names and rows are taken from the real one. Each is linear in
 * any text: a pattern looks back only from a word it has found, and no two repetitions side by side match the same.
 */

/** Blanks the lines of conditional directives: all branches are read. C# and Swift, whose grammars know few places for them. */
export function withoutDirectives(source: string): string {
  if (!/^[ \t]*#[ \t]*(?:if|region)/m.test(source)) return source;
  return source.replace(/^[ \t]*#[ \t]*(?:if|elif|else|endif|region|endregion)\b.*$/gm, (line) =>
    ' '.repeat(line.length),
  );
}

/** Blanks what C and C++ grammars stumble over: ragged conditions, and macros that are no part of the language. */
export function withoutPreprocessor(source: string): string {
  const blanks: number[] = [];
  const remarks: number[] = [];
  new LinePass(source, blanks, remarks).run();
  for (const match of source.matchAll(CLASS_MACRO)) {
    const start = match.index + match[0].length - (match[1] as string).length;
    blanks.push(start, start + (match[1] as string).length);
  }
  for (const match of source.matchAll(ATTRIBUTE_MACRO))
    blanks.push(match.index, match.index + match[0].length);
  for (const match of source.matchAll(MACRO_BEHIND_TYPE)) {
    const end = match.index + match[0].length;
    blanks.push(end - (match[1] as string).length, end);
  }
  for (const match of source.matchAll(PLAIN_TYPE_MACRO)) {
    const end = match.index + match[0].length;
    blanks.push(end - (match[1] as string).length, end);
  }
  for (const match of source.matchAll(MEMBER_MACROS)) {
    const end = match.index + match[0].length;
    blanks.push(end - (match[1] as string).length, end);
  }
  for (const match of source.matchAll(ACCESS_MACRO)) blanks.push(match.index, match.index + match[0].length);
  for (const match of source.matchAll(TRAILING_MACRO)) {
    const end = match.index + match[0].length;
    blanks.push(end - (match[1] ?? match[2] ?? '').length, end);
  }
  const plain = remarks.length === 0 ? source : blanked(source, remarks, '\t');
  return blanks.length === 0 ? plain : blanked(plain, blanks, ' ');
}

/** class EXPORT Name : Base {, struct EXPORT(x) Name { */
const CLASS_MACRO =
  /\b(?:class|struct|union)[ \t]+([A-Z][A-Z0-9_]{2,}(?:\([^()\n]*\))?)(?=[ \t]+[A-Za-z_]\w*(?:[ \t]*final)?\s*[:{;<])/g;
/** EXPORT static int name(, INLINE type *name(: a macro before the start of a declaration. */
const LEADING_MACRO =
  /[A-Z][A-Z0-9_]{2,}(?:\([^()\n]*\))?(?=[ \t]+(?:(?:template|class|struct|enum|static|inline|constexpr|explicit|virtual|unsigned|const|extern|void|int|char|bool|auto|double|float|long)\b|[A-Za-z_][\w:<>]*[ \t]+(?:[*&]+[ \t]*)?\(?[*&]?[A-Za-z_]))/y;
/** A line of macros: BEGIN_NAMESPACE, or EXPORT_ALL RETURNS_NEW before a declaration. */
const MACRO_LINE =
  /(?:[A-Z][A-Z0-9]*_[A-Z0-9_]+[ \t]+){0,4}[A-Z][A-Z0-9]*_[A-Z0-9_]+[ \t]*(?=\r?\n\s*(?:[a-z#/]|[A-Z]\w*[a-z]))/y;
/** Such a line, with arguments or not, between a type and the name of a function that begins the next. */
const MACROS_BETWEEN =
  /(?:[A-Z][A-Z0-9]*_[A-Z0-9_]+(?:\([^()\n]*\))?[ \t]+){0,4}[A-Z][A-Z0-9]*_[A-Z0-9_]+(?:\([^()\n]*\))?[ \t]*(?=\r?\n[A-Za-z_]\w*[ \t]*\()/y;
/** The last lines of a struct that are macros alone, behind its brace or a member: their members are not to be seen. */
const MEMBER_MACROS =
  /(?:\b(?:struct|union)[ \t]+\w+[ \t]*\{|;)[ \t]*\r?\n[ \t]*((?:[A-Z][A-Z0-9]*_[A-Z0-9_]+[ \t]*\r?\n[ \t]*)+)(?=\})/g;
/** PRIVATE_UNLESS_TESTED: on a line of its own, which says who sees the members of a class. */
const ACCESS_MACRO = /^[ \t]+[A-Z][A-Z0-9]*_[A-Z0-9_]+:(?=[ \t]*\r?$)/gm;
/** size_t ATTRIBUTE_PURE, void NOTHROW *: a macro behind a plain type, and the name in the next line. */
const MACRO_BEHIND_TYPE =
  /\b(?:void|int|char|bool|long|short|unsigned|float|double|\w+_t)[ \t*]+([A-Z_][A-Z0-9_]{3,})(?=[ \t]*(?:\*+[ \t]*)?\r?\n[A-Za-z_])/g;
/** static lockless size_t name =: a word of small letters before a plain type is a macro, too. */
const PLAIN_TYPE_MACRO =
  /^[ \t]*(?:static[ \t]+)?(?!(?:const|volatile|unsigned|signed|long|short|struct|union|enum|typedef|extern|register|static|inline|return|else|case|goto|typename|constexpr|auto)\b)([a-z]\w+)(?=[ \t]+(?:unsigned[ \t]+)?(?:int|char|long|short|float|double|bool|\w+_t)[ \t]+\**\w+[ \t]*[=;[])/gm;
/** Linux' attributes among the words of a declaration, and what Qt puts into a class. */
const ATTRIBUTE_MACRO =
  /\b__(?:init|exit|no_\w+|noinline|latent_entropy|ref|refdata|pure|kprobes|cacheline_aligned\w*|bpf_kfunc|user|iomem|rcu|percpu|force|always_inline|must_check|cold|hot|used|weak|maybe_unused|always_unused|read_mostly|ro_after_init|initdata|initconst|exitdata|sched|net_init|net_exit|cpuinit|devinit|devexit|meminit|visible|noreturn|noclone|printf\([^()\n]*\)|aligned\([^()\n]*\)|section\([^()\n]*\)|packed)(?=[\s*;={])|\basmlinkage\b|^[ \t]*Q_[A-Z_]+(?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\))?(?=[ \t]*\r?$)|\b(?:slots|Q_SLOTS)(?<=\b(?:public|protected|private)[ \t]+(?:slots|Q_SLOTS))(?=[ \t]*:)/gm;
/** ) ATTRIBUTE; ) ATTRIBUTE FORMAT(1, 2); and the annotations of clang's thread safety analysis by their usual names. */
const TRAILING_MACRO =
  /\)[ \t]*([A-Z][A-Z0-9_]{4,}(?:[ \t]+[A-Z][A-Z0-9_]{4,}(?:\([^()\n]*\))?)?)(?=[ \t]*;)|[\w)]\s+((?:[A-Z]+_)?(?:EXCLUSIVE_LOCKS_REQUIRED|SHARED_LOCKS_REQUIRED|LOCKS_EXCLUDED|GUARDED_BY|ACQUIRED_AFTER|ACQUIRED_BEFORE|NO_THREAD_SAFETY_ANALYSIS|LOCK_FUNCTION|UNLOCK_FUNCTION)(?:\([^()\n]*\))?)(?=\s*[;{=])/g;

interface Group {
  /** Starts of the lines of #if, #else …, and the level of brackets before the #if. */
  marks: number[];
  level: number;
  /** It cuts through a statement or a block, so that its branches cannot all stand in one text. */
  ragged: boolean;
}

/**
 * One pass over the lines. Of a condition whose branches open a bracket that they do not close, or that stands inside
 * a statement, the first branch is kept; the others and the directives are blanked. Even ones are left to the grammar.
 */
class LinePass {
  private readonly source: string;
  private readonly blanks: number[];
  private readonly remarks: number[];
  private readonly open: Group[] = [];
  private level = 0;
  /** Last character of code before this line. */
  private last = 59;
  private lastAt = 0;
  private inComment = false;
  private continues = false;

  /** Gathers what to blank, and comments apart: no use may be seen in those. */
  constructor(source: string, blanks: number[], remarks: number[]) {
    this.source = source;
    this.blanks = blanks;
    this.remarks = remarks;
  }

  run(): void {
    const { source } = this;
    for (let start = 0; start < source.length; ) {
      let end = source.indexOf('\n', start);
      if (end < 0) end = source.length;
      this.readLine(start, end);
      start = end + 1;
    }
  }

  private readLine(start: number, end: number): void {
    const { source } = this;
    let at = start;
    while (at < end && source.charCodeAt(at) <= 32) at++;
    if (at === end) return;
    const code = source.charCodeAt(at);
    const continued = this.continues;
    this.continues =
      source.charCodeAt(end - 1) === 92 ||
      (source.charCodeAt(end - 1) === 13 && source.charCodeAt(end - 2) === 92);
    if (!this.inComment && (code === 35 || continued)) {
      if (this.continues || continued) this.blankComments(at, end);
      if (code === 35) this.directive(source.slice(at + 1, Math.min(end, at + 16)), start, end);
      return;
    }
    const isWord = !this.inComment && code >= 65 && code <= 90;
    this.scanCode(isWord ? this.blankMacro(at) : at, end);
  }

  /** Grammars end the value of a macro at a comment, even where it goes on in the next line. */
  private blankComments(from: number, end: number): void {
    const line = this.source.slice(from, end);
    for (let at = line.indexOf('/*'); at >= 0; ) {
      const close = line.indexOf('*/', at + 2);
      if (close < 0) return;
      this.remarks.push(from + at, from + close + 2);
      at = line.indexOf('/*', close + 2);
    }
  }

  /** Where the line goes on behind a macro that is no part of it, and so does not count for what comes next. */
  private blankMacro(at: number): number {
    const isStatementStart =
      this.last === 59 || this.last === 123 || this.last === 125 || this.last === 58 || this.last === 62;
    const line = isStatementStart ? MACRO_LINE : MACROS_BETWEEN;
    const found =
      ((isStatementStart || this.level === 0) && matchAt(line, this.source, at)) ||
      matchAt(LEADING_MACRO, this.source, at);
    if (!found) return at;
    const end = at + found.trimEnd().length;
    this.blanks.push(at, end);
    return end;
  }

  /** Brackets and the last character of a line's code, without literals and comments. */
  private scanCode(from: number, end: number): void {
    const { source } = this;
    for (let at = from; at < end; at++) {
      const code = source.charCodeAt(at);
      if (this.inComment) {
        if (code === 42 && source.charCodeAt(at + 1) === 47) {
          this.inComment = false;
          at++;
        }
        continue;
      }
      if (code <= 32) continue;
      if (code === 47) {
        const next = source.charCodeAt(at + 1);
        if (next === 47) return;
        if (next === 42) {
          this.inComment = true;
          at++;
          continue;
        }
      }
      if (code === 34 || code === 39) {
        for (at++; at < end && source.charCodeAt(at) !== code; at++) if (source.charCodeAt(at) === 92) at++;
      } else if (code === 123 || code === 40) this.level++;
      else if (code === 125 || code === 41) this.level--;
      this.last = code;
      this.lastAt = at;
    }
  }

  /** `case X:`, `public:`, `label:`; not the colon of a constructor's initialisers or of a conditional. */
  private endsLabel(before: number): boolean {
    const text = this.source.slice(Math.max(0, before - 200), before);
    return this.last === 58 && /(?:^|[\n{};])[ \t]*(?:case\b[^\n]*|\w+)[ \t]*:\s*$/.test(text);
  }

  /** `= {`: what stands between its brackets are no statements. */
  private beginsList(): boolean {
    return /[=,({]\s*$/.test(this.source.slice(Math.max(0, this.lastAt - 100), this.lastAt));
  }

  private directive(text: string, start: number, end: number): void {
    const word = /^[ \t]*(if|elif|else|endif)/.exec(text)?.[1];
    if (word === undefined) return;
    if (word === 'if') {
      const isBetween =
        this.last === 59 ||
        this.last === 125 ||
        (this.last === 123 && !this.beginsList()) ||
        this.endsLabel(start);
      this.open.push({ marks: [start, end], level: this.level, ragged: !isBetween });
      return;
    }
    const group = word === 'endif' ? this.open.pop() : this.open.at(-1);
    if (!group) return;
    group.marks.push(start, end);
    if (this.level !== group.level) group.ragged = true;
    if (word !== 'endif') {
      // The branches are alternatives: each starts where the first did.
      if (this.level !== group.level || group.marks.length > 4) this.level = group.level;
      return;
    }
    if (!group.ragged) return;
    const { marks } = group;
    this.blanks.push(marks[0] as number, marks[1] as number);
    this.blanks.push(marks[2] as number, end);
  }
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** The text with the filler in the spans [start, end, start, end …], which may overlap; line breaks stay. */
function blanked(source: string, spans: number[], filler: string): string {
  const order = Array.from({ length: spans.length / 2 }, (_, index) => index * 2).sort(
    (a, b) => (spans[a] as number) - (spans[b] as number),
  );
  let text = '';
  let at = 0;
  for (const index of order) {
    const start = Math.max(at, spans[index] as number);
    const end = spans[index + 1] as number;
    if (end <= start) continue;
    text += source.slice(at, start) + source.slice(start, end).replace(/[^\r\n]/g, filler);
    at = end;
  }
  return text + source.slice(at);
}
