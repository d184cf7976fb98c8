/**
 * Compares our definitions with universal-ctags' on checked-out projects and rewrites their table in docs/languages.md and
 * their lists in docs/languages-measured.md.
 *
 *   node scripts/run-ts.mjs scripts/check-languages.ts FOLDER_OF_CHECKOUTS [LANGUAGE… [--sample=50]]
 *
 * A definition of ctags is found when ours has its name within three lines. What is no definition, or none that a map
 * prints, is set aside under the reason that set-aside.ts gives. Every other miss counts, and must stand in
 * reviewed-misses.ts with what it is; the script fails where one does not, and where one that stands there is none any
 * more. With languages named, makes only their rows anew, and prints what was set aside. --sample prints as many of our
 * definitions instead, drawn at random but always the same, to be judged by eye.
 */
import { readFileSync } from 'node:fs';
import type { Definition } from '../src/map/model.ts';
import { scan } from '../src/map/parse/lexical/scan.ts';
import { ctagsVersion, definitionsByCtags, isMadeUp, namesOf } from './languages/ctags.ts';
import { readLists, readRows, writeLists, writeRows } from './languages/measured-pages.ts';
import { Reviews } from './languages/reviewed-misses.ts';
import { describeDefinitions, draw } from './languages/sample.ts';
import { type Missing, whySetAside } from './languages/set-aside.ts';
import { filesOf, languageOf, SUBJECTS, type Subject } from './languages/subjects.ts';
import { tagsOf } from './languages/tags-of.ts';
import { textSyntax } from './languages/text-syntax.ts';

const TABLE = '## Definitions, compared with universal-ctags';
const LISTS = '## Definitions of universal-ctags that we do not have';
const NEAR = 3;
const HOLDS_LOCALS = /^(function|method|constructor|constant|variable|property)$/;

interface Comparison {
  files: number;
  lines: number;
  ours: number;
  references: number;
  imports: number;
  found: number;
  setAside: Map<string, string[]>;
  missed: string[];
  unexplained: string[];
  reviews: Reviews;
}

const COLUMNS =
  '| language | project | files | lines | ctags | found | set aside | definitions | referred names | imports |';
const ABOUT_TABLE = `Made by \`scripts/check-languages.ts\` with ${ctagsVersion()}. "ctags" counts what it calls definitions, of the kinds that a
map prints, without what is none ("set aside"). What was set aside, why, and each miss with its reason:
[names and misses](languages-measured.md#definitions-of-universal-ctags-that-we-do-not-have). The last three columns are what
our tags hold for the same files.`;
const ABOUT_LISTS = `Made by \`scripts/check-languages.ts\`. By rules that say what the text is (\`scripts/languages/set-aside.ts\`), set aside as no
definitions, or none that a map prints; then each miss, read by a person (\`scripts/languages/reviewed-misses.ts\`). Where no miss is
listed there is none. Names of Kotlin in backticks are left out: ctags takes their names from memory
that holds something else by then.`;

const [folder, ...only] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const sample = Number(process.argv.find((argument) => argument.startsWith('--sample='))?.split('=')[1] ?? 0);
if (!folder) throw new Error('usage: check-languages FOLDER_OF_CHECKOUTS [LANGUAGE…]');
const subjects = SUBJECTS.filter(({ language }) => only.length === 0 || only.includes(language));
if (sample > 0) for (const subject of subjects) console.log((await sampleOf(subject, folder)).join('\n'));
else await measure(folder);

async function measure(root: string): Promise<void> {
  const rows = readRows(TABLE);
  const lists = readLists(LISTS);
  for (const subject of subjects) {
    if (subject.ctags === '') continue;
    const result = await compare(subject, root);
    rows.set(subject.language, rowOf(subject, result));
    lists.set(subject.language, listOf(subject, result));
    console.log(rows.get(subject.language));
    if (only.length > 0)
      for (const [reason, places] of result.setAside)
        for (const one of places) console.log(`${reason}: ${one}`);
    result.reviews.complain(result.unexplained);
  }
  writeRows(TABLE, ABOUT_TABLE, COLUMNS, rows);
  writeLists(LISTS, ABOUT_LISTS, lists);
}

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
    found: 0,
    setAside: new Map(),
    missed: [],
    unexplained: [],
    reviews: new Reviews(subject.language),
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
      const line = lines[tag.line - 1] ?? '';
      if (isMadeUp(line, subject.language)) continue;
      if (
        namesOf(tag, subject.language).some((name) => named.get(name)?.some((one) => isNear(one, tag.line)))
      ) {
        result.found++;
        continue;
      }
      const isLocal = definitions.some((one) => isInBodyOf(one, tag.line));
      const path = file.slice(root.length).replace(/^\//, '');
      const code = codeLines[tag.line - 1] ?? '';
      const around = () => linesAround(lines, tag.line);
      judge(result, path, { tag, line, code, isLocal, around }, subject.language);
    }
  }
  return result;
}

function judge(result: Comparison, file: string, missing: Missing, language: string): void {
  const { tag, line } = missing;
  const text = line.trim().slice(0, 100).replaceAll('|', '\\|').replaceAll('`', "'");
  const place = `${file}:${tag.line} ${tag.kind} \`${tag.name}\`: \`${text}\``;
  const reviewed = result.reviews.of(file, (name) => name === tag.name);
  const reason = reviewed?.isDefinition ? undefined : (reviewed?.reason ?? whySetAside(missing, language));
  if (reason) result.setAside.set(reason, [...(result.setAside.get(reason) ?? []), place]);
  else {
    result.missed.push(`${place}: ${reviewed?.reason ?? 'not explained'}`);
    if (!reviewed) result.unexplained.push(place);
  }
}

/** Its further equations, clauses and selector parts are the same definition. */
function isNear({ line, endLine }: Definition, at: number): boolean {
  return Math.abs(line - at) <= NEAR || (line <= at && at <= endLine);
}

function isInBodyOf({ kind, line, endLine }: Definition, at: number): boolean {
  return HOLDS_LOCALS.test(kind) && line < at && at <= endLine;
}

/** The lines above that stand further left, innermost first. */
function linesAround(lines: readonly string[], line: number): string[] {
  const indentOf = (text: string) => text.search(/\S/);
  let indent = indentOf(lines[line - 1] ?? '');
  const around: string[] = [];
  for (let i = line - 2; i >= 0 && indent > 0; i--) {
    const text = lines[i] as string;
    if (text.trim() === '' || indentOf(text) >= indent) continue;
    indent = indentOf(text);
    around.push(text);
  }
  return around;
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

function rowOf({ language, project }: Subject, result: Comparison): string {
  const { files, lines, found, missed, setAside, ours, references, imports } = result;
  const judged = found + missed.length;
  const apart = [...setAside.values()].flat().length;
  const recall = ((100 * found) / judged).toFixed(2);
  return `| ${language} | ${project} | ${files} | ${lines} | ${judged} | ${recall} % | ${apart} | ${ours} | ${references} | ${imports} |`;
}

function listOf({ kinds }: Subject, { setAside, missed }: Comparison): string {
  const reasons = [...setAside].map(([reason, { length }]) => `- ${length} × ${reason}`);
  const misses = missed.map((miss) => `- missed: ${miss}`);
  const list = [...reasons, ...misses];
  return [`Kinds compared: ${kinds.split(' ').join(', ')}.`, ...(list.length > 0 ? ['', ...list] : [])].join(
    '\n',
  );
}
