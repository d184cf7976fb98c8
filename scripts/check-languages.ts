/**
 * Compares our definitions with universal-ctags' on checked-out projects and rewrites the tables of docs/languages.md.
 *
 *   node scripts/run-ts.mjs scripts/check-languages.ts FOLDER_OF_CHECKOUTS [LANGUAGE… [--sample=50]]
 *
 * A definition of ctags is found when ours has its name within three lines. Misses that are no definitions, or none
 * that a map prints, are counted apart under the reason that EXPLANATIONS gives; the rest are listed. With languages
 * named, makes only their rows anew. --sample prints as many of our definitions instead, drawn at random but always the
 * same, to be judged by eye.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Definition } from '../src/map/model.ts';
import { scan } from '../src/map/parse/lexical/scan.ts';
import { describeDefinitions, draw } from './languages/sample.ts';
import { filesOf, languageOf, SUBJECTS, type Subject } from './languages/subjects.ts';
import { tagsOf } from './languages/tags-of.ts';
import { textSyntax } from './languages/text-syntax.ts';

const HEADING = '## Definitions, compared with universal-ctags';
const DETAILS = '## What was set aside, and every miss';
const NEAR = 3;
/** Languages whose modules we call by the last word of their path. */
const QUALIFIED_NAMES = /^(ada|elixir|elm|haskell|julia|matlab|pascal|perl|raku|tcl)$/;
/** Languages that tell names apart whatever the case. */
const FOLDED_NAMES = /^(ada|fortran|pascal|powershell|sql)$/;
const MOST_LISTED = 12;

interface CtagsTag {
  name: string;
  path: string;
  line: number;
  kind: string;
  scopeKind?: string;
}

/** Why a definition of ctags is not one of ours, by what its line says; the first that fits counts. */
const EXPLANATIONS: [reason: string, fits: (tag: CtagsTag, line: string, language: string) => boolean][] = [
  [
    'variables inside functions',
    ({ kind, scopeKind }) =>
      /^(constant|variable|property)$/.test(kind) &&
      /^(function|method|func|getter|setter|singletonMethod|constant|generator)$/.test(scopeKind ?? ''),
  ],
  [
    'variables inside functions',
    ({ kind }, line, language) =>
      (language === 'kotlin' || language === 'typescript' || language === 'javascript') &&
      kind === 'constant' &&
      /^\s+|^(for|if)\b/.test(line),
  ],
  [
    'loop and lambda parameters',
    ({ kind }, line, language) => language === 'kotlin' && kind === 'method' && !/\bfun\b/.test(line),
  ],
  [
    'objects without a name',
    ({ kind }, line, language) =>
      language === 'kotlin' && kind === 'object' && !/\bobject\s+[A-Z]/.test(line),
  ],
  [
    'names of imported modules',
    ({ kind }, line, language) =>
      (language === 'javascript' && kind === 'constant' && /\brequire\s*\(/.test(line)) ||
      (language === 'csharp' && kind === 'typedef') ||
      (language === 'typescript' && /^\s*import\b/.test(line)) ||
      (/^c/.test(language) && /using namespace/.test(line)),
  ],
  [
    'a variable without a value, defined elsewhere',
    (_, line, language) => language === 'elisp' && /^\s*\(defvar\s+[^\s)]+\s*\)/.test(line),
  ],
  ['the blank name', ({ name }) => name === '_'],
  ['`mod name;`: an import', ({ kind }, line) => kind === 'module' && /\bmod\s+\w+\s*;/.test(line)],
  [
    'keys of object literals',
    ({ kind }, line, language) => language === 'javascript' && kind === 'class' && !/\bclass\b/.test(line),
  ],
  [
    'a keyword or type taken for a name',
    ({ name }, line, language) =>
      (language === 'typescript' &&
        !new RegExp(
          `^\\s*(?:export|declare|abstract|private|protected|public|static|readonly|async|get|set|type|interface|enum|class|function|const|\\*|\\s)*["']?${quoted(name)}\\b["']?\\s*[?!:(=<{]`,
        ).test(line) &&
        !new RegExp(`(?:type|enum|class|interface|function)\\s+${quoted(name)}\\b`).test(line)) ||
      (language === 'rust' && name === 'str') ||
      (language === 'java' && (name === 'true' || name === 'false')),
  ],
  [
    'an annotation taken for a name',
    ({ kind, name }, line, language) =>
      language === 'java' && kind === 'enumConstant' && line.includes(`@${name}`),
  ],
  [
    'a type constraint taken for a name',
    ({ kind }, line, language) =>
      language === 'csharp' && kind === 'property' && /\bwhere\b|=>|\bbase\(|\bthis\(/.test(line),
  ],
  [
    'calls of macros that define tests',
    ({ name }, line, language) =>
      language === 'cpp' && /^[A-Z_]+$/.test(name) && new RegExp(`^\\s*${name}\\s*\\(`).test(line),
  ],
  [
    'a name cut at ? or !, or an object taken for the method',
    ({ name }, line, language) =>
      language === 'ruby' &&
      (new RegExp(`${quoted(name)}[?!]|def ${quoted(name)}\\.|^\\s*(?:if|unless|when)\\b`).test(line) ||
        /\bdef self\./.test(line)),
  ],
  [
    'an empty array or an expansion taken for a function',
    ({ name }, _line, language) => language === 'bash' && /[={]$/.test(name),
  ],
  ['a field by a computed name', ({ name }, _line, language) => language === 'lua' && name.endsWith(']')],
  [
    'the module that a file is',
    ({ kind, line: at }, _line, language) => language === 'ocaml' && kind === 'module' && at === 1,
  ],
  [
    'a constraint of a signature',
    ({ kind }, line, language) =>
      language === 'ocaml' &&
      /^(type|module)$/.test(kind) &&
      /\b(?:with|and)\s+(?:type|module)\b|:=/.test(line),
  ],
  [
    'variables inside functions',
    ({ kind }, line, language) =>
      language === 'ocaml' && /^(var|function)$/.test(kind) && /^\s+let\b/.test(line),
  ],
  [
    'a tag of a polymorphic variant',
    ({ kind, name }, line, language) =>
      language === 'ocaml' && kind === 'Constructor' && line.includes(`\`${name}`),
  ],
  [
    'a keyword or type taken for a name',
    ({ kind, name }, line, language) =>
      language === 'ocaml' &&
      (/^(nonrec|\(\)|include|_)$/.test(name) || (kind === 'Constructor' && line.includes('module'))),
  ],
  [
    'a variable in a line that says function',
    ({ name }, line, language) =>
      language === 'lua' &&
      !new RegExp(`function\\s+(?:\\w+[.:])*${quoted(name)}\\b|${quoted(name)}\\s*=\\s*function\\s*\\(`).test(
        line,
      ),
  ],
  [
    'a name made at compile time',
    ({ name }, line, language) => language === 'elixir' && (name === 'unquote' || line.includes(`${name}#{`)),
  ],
  [
    'a preprocessor macro inside the declaration',
    (_, line, language) =>
      language === 'c' && /\b(redisAtomic|REDISMODULE_API|REDIS_NO_SANITIZE\w*)\b/.test(line),
  ],
  [
    'variables inside functions',
    ({ kind }, line, language) =>
      (language === 'elm' && kind === 'function' && /^\s/.test(line)) ||
      (language === 'scss' && kind === 'variable' && /^\s|^@(?:for|each)/.test(line)),
  ],
  ['a name made at compile time', (_, line, language) => language === 'fortran' && line.includes('${')],
  [
    'a path cut at its first dot',
    ({ kind }, line, language) => language === 'haskell' && kind === 'module' && /^module\s/.test(line),
  ],
  [
    'a word inside a line, or a call',
    ({ kind, name }, line, language) =>
      language === 'haskell' &&
      kind !== 'module' &&
      (/^(?:class|pattern|infix[lr]?)$/.test(name) ||
        !line
          .trim()
          .replace(/^[|=,{] */, '')
          .startsWith(name)),
  ],
  [
    'a parameter of a block type, or an annotation',
    ({ kind, name }, line, language) =>
      language === 'objc' &&
      ((/^(?:typedef|property)$/.test(kind) && line.includes('(^')) || /^[A-Z_]+$/.test(name)),
  ],
  [
    'a declaration of what the file defines',
    ({ kind }, line, language) =>
      language === 'objc' && /^(function|protocol)$/.test(kind) && /;\s*$/.test(line),
  ],
  [
    'a type of functions, or the type that the function is a member of',
    ({ name }, line, language) =>
      language === 'pascal' &&
      (/=.*\b(?:procedure|function)\b/i.test(line) || new RegExp(`\\b${quoted(name)}<`).test(line)),
  ],
  [
    'an extension, an argument or a type variable taken for a name',
    ({ name }, line, language) =>
      language === 'ocaml' &&
      (name === '%' ||
        new RegExp(`%${quoted(name)}\\b|\\(module ${quoted(name)}|\\btype ${quoted(name)}\\.|module _`).test(
          line,
        )),
  ],
  ['a number', ({ name }) => /^\d+$/.test(name)],
  [
    'a function without a name',
    ({ name }, line, language) =>
      language === 'pascal' &&
      (/^(?:begin|var|eq)$/.test(name) ||
        (/:\s*(?:function:\s*)?T\w+/.test(line) && !/\b(?:procedure|function)\s+\w/.test(line))),
  ],
  [
    'a member of a class or role without a name, inside a line',
    ({ kind, name }, line, language) =>
      language === 'raku' &&
      kind === 'method' &&
      new RegExp(`\\b(?:class|role)\\s*::.*\\bmethod ${quoted(name)}\\b`).test(line),
  ],
  [
    'a word of a string',
    ({ kind, name }, line, language) =>
      language === 'raku' && new RegExp(`["'][^"']*\\b${kind} ${quoted(name)}\\b`).test(line),
  ],
  [
    'the name inside that a function expression has, or a call',
    ({ kind, name }, line, language) =>
      language === 'javascript' &&
      (new RegExp(`[=:(]\\s*(?:async\\s+)?function\\s+(?:${quoted(name)}|anonymous)\\s*\\(`).test(line) ||
        (/^\s*(?:\w+\.)+\w+\(/.test(line) && /^(?:method|function)$/.test(kind))),
  ],
  [
    'a path cut at its first dot',
    ({ name }, line, language) => language === 'julia' && line.includes(`function ${name}.`),
  ],
  [
    'the name of a library, or of a form that a macro of the project defines',
    (_, line, language) => language === 'scheme' && /\(define-[\w-]+ \(/.test(line),
  ],
];

const quoted = (text: string) => text.replace(/[^\w]/g, '\\$&');

interface Comparison {
  files: number;
  lines: number;
  ours: number;
  references: number;
  imports: number;
  total: number;
  found: number;
  explained: Map<string, number>;
  unexplained: string[];
}

const [folder, ...only] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const sample = Number(process.argv.find((argument) => argument.startsWith('--sample='))?.split('=')[1] ?? 0);
if (!folder) throw new Error('usage: check-languages FOLDER_OF_CHECKOUTS [LANGUAGE…]');
/** By language: what this run or earlier ones found. */
const rows = new Map<string, string>();
const details = new Map<string, string>();
readPage();
for (const subject of SUBJECTS) {
  if (only.length > 0 && !only.includes(subject.language)) continue;
  if (sample > 0) {
    console.log((await sampleOf(subject, folder)).join('\n'));
    continue;
  }
  if (subject.ctags === '') continue;
  const result = await compare(subject, folder);
  const explained = [...result.explained.values()].reduce((sum, count) => sum + count, 0);
  const judged = result.total - explained;
  const recall = ((100 * result.found) / judged).toFixed(2);
  rows.set(
    subject.language,
    `| ${subject.language} | ${subject.project} | ${result.files} | ${result.lines} | ${judged} | ${recall} % | ${explained} | ${result.ours} | ${result.references} | ${result.imports} |`,
  );
  details.set(subject.language, describe(subject, result));
  console.log(rows.get(subject.language));
  if (only.length > 0) for (const miss of result.unexplained) console.log(`missed: ${miss}`);
}
if (sample > 0) process.exit();
writeFileSync('docs/languages.md', page());

async function compare(subject: Subject, root: string): Promise<Comparison> {
  const language = languageOf(subject);
  const files = filesOf(subject, root);
  const theirs = definitionsByCtags(subject, files);
  const result: Comparison = {
    files: files.length,
    lines: 0,
    ours: 0,
    references: 0,
    imports: 0,
    total: 0,
    found: 0,
    explained: new Map(),
    unexplained: [],
  };
  for (const file of files) {
    const source = readFileSync(file, 'utf8');
    const { definitions, references, imports } = await tagsOf(source, language);
    const lines = source.split('\n');
    const codeLines = scan(textSyntax(subject.language), source).code.split('\n');
    result.lines += lines.length;
    result.ours += definitions.length;
    result.references += references.length;
    result.imports += imports.length;
    const named = new Map<string, Definition[]>();
    for (const one of definitions) named.set(one.name, [...(named.get(one.name) ?? []), one]);
    for (const tag of theirs.get(file) ?? []) {
      result.total++;
      if (
        namesOf(tag, subject.language).some((name) => named.get(name)?.some((one) => isNear(one, tag.line)))
      ) {
        result.found++;
        continue;
      }
      const text = lines[tag.line - 1] ?? '';
      const reason = codeLines[tag.line - 1]?.trim()
        ? EXPLANATIONS.find(([, fits]) => fits(tag, text, subject.language))?.[0]
        : 'text of a comment or string';
      if (reason) result.explained.set(reason, (result.explained.get(reason) ?? 0) + 1);
      else
        result.unexplained.push(
          `${file.slice(root.length).replace(/^\//, '')}:${tag.line} ${tag.kind} \`${tag.name}\`: \`${text.trim().slice(0, 100).replaceAll('|', '\\|')}\``,
        );
    }
  }
  return result;
}

/** Its further equations, clauses and selector parts are the same definition. */
function isNear({ line, endLine }: Definition, at: number): boolean {
  return Math.abs(line - at) <= NEAR || (line <= at && at <= endLine);
}

/** Some of our definitions with the lines where they stand. */
async function sampleOf(subject: Subject, root: string): Promise<string[]> {
  const found: string[] = [];
  for (const file of filesOf(subject, root)) {
    const source = readFileSync(file, 'utf8');
    const lines = source.split('\n');
    const { definitions } = await tagsOf(source, languageOf(subject));
    found.push(...describeDefinitions(file.slice(root.length + 1), lines, definitions));
  }
  return draw(found, sample);
}

/** The spellings that we may have for a name of ctags. */
function namesOf({ name, kind }: CtagsTag, language: string): string[] {
  const names = [name, name.replace(/^operator +(?=\W)/, 'operator')];
  if (language === 'csharp')
    names.push(name.replace(/^.*\.(?=\w+$)/, ''), name.replace(/^operator .*/, 'operator'));
  if (language === 'ruby' && kind === 'accessor') names.push(name.replace(/=$/, ''));
  if (language === 'lua') names.push(name.replace(/^.*[.:]/, ''));
  if (language === 'objc') names.push(name.replace(/:.*$/, ''));
  if (QUALIFIED_NAMES.test(language)) names.push(name.replace(/^.*(?:\.|::)(?=\w)/, ''));
  if (language === 'ada' || language === 'r') names.push(name.replace(/^[`"](.*)[`"]$/, '$1'));
  if (language === 'scss') names.push(name.replace(/^[%$]/, ''));
  if (language === 'vim')
    names.push(name.replace(/^(?:[a-z]:|<[sS][iI][dD]>)/, ''), name.replace(/^.*#/, ''));
  if (language === 'elm') names.push(name.replace(/ .*$/, ''));
  if (language === 'julia') names.push(name.replace(/^.*\.|\{.*\}$/g, ''));
  if (language === 'raku') names.push(name.replace(/:ver$/, ''));
  if (FOLDED_NAMES.test(language)) names.push(...names.map((one) => one.toLowerCase()));
  return names;
}

function definitionsByCtags({ ctags, kinds }: Subject, files: readonly string[]): Map<string, CtagsTag[]> {
  const options = [
    '--options=NONE',
    '--quiet',
    `--languages=${ctags}`,
    `--language-force=${ctags}`,
    '--fields=+KnsZ',
    '--output-format=json',
    '--sort=no',
    '-f',
    '-',
    '-L',
    '-',
  ];
  const output = execFileSync('ctags', options, {
    input: files.join('\n'),
    maxBuffer: 1 << 30,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const wanted = new Set(kinds.split(' '));
  const byFile = new Map<string, CtagsTag[]>();
  for (const line of output.toString().split('\n')) {
    if (line === '') continue;
    const tag = JSON.parse(line) as CtagsTag;
    if (!wanted.has(tag.kind) || /^(__anon|anonymous|anonFunc|AnonymousF|<lambda>|<anonymous)/.test(tag.name))
      continue;
    byFile.set(tag.path, [...(byFile.get(tag.path) ?? []), tag]);
  }
  return byFile;
}

function describe({ language, kinds }: Subject, { explained, unexplained }: Comparison): string {
  const reasons = [...explained].map(([reason, count]) => `- ${count} × ${reason}`);
  const misses = unexplained.slice(0, MOST_LISTED).map((miss) => `- missed: ${miss}`);
  const more =
    unexplained.length > MOST_LISTED ? [`- … and ${unexplained.length - MOST_LISTED} more like these`] : [];
  return [
    `### ${language}`,
    '',
    `Kinds compared: ${kinds.split(' ').join(', ')}.`,
    '',
    ...reasons,
    ...misses,
    ...more,
    '',
  ].join('\n');
}

/** What stands before the generated part stays. */
function handWritten(): string {
  return (readFileSync('docs/languages.md', 'utf8').split(HEADING, 1)[0] as string).trimEnd();
}

function page(): string {
  return `${handWritten()}

${HEADING}

Made by \`scripts/check-languages.ts\` with ${execFileSync('ctags', ['--version']).toString().split(',')[0]}. "ctags" counts
what it calls definitions, of the kinds that a map prints, without the ones that are none (counted under "set aside",
explained below). The last three columns are what our tags hold for the same files.

| language | project | files | lines | ctags | found | set aside | definitions | referred names | imports |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${inOrder(rows).join('\n')}

${DETAILS}

${inOrder(details).join('\n')}`;
}

function inOrder(byLanguage: ReadonlyMap<string, string>): string[] {
  return SUBJECTS.flatMap(({ language }) => byLanguage.get(language) ?? []);
}

/** What earlier runs found of languages that this one leaves out. */
function readPage(): void {
  const text = readFileSync('docs/languages.md', 'utf8');
  if (!text.includes(HEADING)) return;
  const [table = '', found = ''] = text.slice(text.indexOf(HEADING)).split(DETAILS);
  for (const [row, language] of table.matchAll(/^\| (\w+) \|.*%.*$/gm)) rows.set(language as string, row);
  for (const section of found.split(/^(?=### )/m).slice(1))
    details.set(section.slice(4, section.indexOf('\n')), `${section.trimEnd()}\n`);
}
