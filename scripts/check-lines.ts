/**
 * For languages that universal-ctags does not know: of the lines that begin with the words by which a language defines
 * something, how many are definitions of ours. Rewrites their table in docs/languages.md, and lists the others in
 * docs/languages-measured.md.
 *
 *   node scripts/run-ts.mjs scripts/check-lines.ts FOLDER_OF_CHECKOUTS [LANGUAGE… [--sample=50]]
 *
 * Comments and strings are blanked first. What `apart` fits has no name, or is no definition in spite of the word.
 * --sample prints as many of our definitions instead, to be judged by eye.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { lexicalLanguages } from '../src/map/parse/lexical/languages/index.ts';
import { readLexical } from '../src/map/parse/lexical/read-lexical.ts';
import { scan } from '../src/map/parse/lexical/scan.ts';
import { classifier } from '../src/map/parse/recognize.ts';
import { type DefiningLines, LINE_SUBJECTS } from './languages/line-subjects.ts';
import { readLists, readRows, writeLists, writeRows } from './languages/measured-pages.ts';
import { Reviews } from './languages/reviewed-misses.ts';
import { describeDefinitions, draw } from './languages/sample.ts';

const TABLE = '## Definitions, compared with the words that begin them';
const LISTS = '## Defining lines that are no definitions of ours';
const LARGEST_FILE = 1_000_000;

interface Row {
  files: number;
  lines: number;
  defining: number;
  apart: number;
  definitions: number;
  missed: string[];
  unexplained: string[];
  reviews: Reviews;
  described: string[];
}

const [folder, ...only] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const sample = Number(process.argv.find((argument) => argument.startsWith('--sample='))?.split('=')[1] ?? 0);
if (!folder) throw new Error('usage: check-lines FOLDER_OF_CHECKOUTS [LANGUAGE…]');
const rows = readRows(TABLE);
const lists = readLists(LISTS);
for (const subject of LINE_SUBJECTS) {
  if (only.length > 0 && !only.includes(subject.language)) continue;
  const { files, lines, defining, apart, definitions, missed, described } = read(subject, folder);
  if (sample > 0) {
    console.log(draw(described, sample).join('\n'));
    continue;
  }
  const judged = defining - apart;
  const share = ((100 * (judged - missed.length)) / judged).toFixed(2);
  rows.set(
    subject.language,
    `| ${subject.language} | ${projectOf(subject)} | ${files} | ${lines} | ${judged} | ${share} % | ${apart} | ${definitions} |`,
  );
  lists.set(subject.language, missed.join('\n'));
  console.log(rows.get(subject.language));
  if (only.length > 0) console.log(missed.join('\n'));
}
if (sample > 0) process.exit();
const ABOUT = `Made by \`scripts/check-lines.ts\`, for languages that universal-ctags does not know. "defining" are the lines that begin
with the words by which the language defines something, comments and strings blanked, without those that name nothing
("set aside": functions without a name, uses of the word); "found" is the share of them that are definitions
([the others](languages-measured.md#defining-lines-that-are-no-definitions-of-ours)).`;
const COLUMNS = '| language | project | files | lines | defining | found | set aside | definitions |';
writeRows(TABLE, ABOUT, COLUMNS, rows);
writeLists(LISTS, 'Made by `scripts/check-lines.ts`.', lists);

/** As another person can fetch it. */
function projectOf({ repository, project }: DefiningLines): string {
  const inside = project.split('/').slice(1).join('/');
  return inside === '' ? repository : `${repository} ${inside}`;
}

function read({ language: name, project, defines, apart }: DefiningLines, root: string): Row {
  const language = lexicalLanguages.find((one) => one.name === name);
  if (!language) throw new Error(`no language ${name}`);
  const row: Row = {
    files: 0,
    lines: 0,
    defining: 0,
    apart: 0,
    definitions: 0,
    missed: [],
    unexplained: [],
    reviews: new Reviews(name),
    described: [],
  };
  for (const file of filesBelow(join(root, project))) {
    const source = readFileSync(file, 'utf8');
    if (source === '' || classifier.byText(basename(file), source) !== name) continue;
    const { definitions } = readLexical(language, source);
    const defined = new Set<number>();
    // Further clauses and equations are the same definition.
    for (const { startLine, line, endLine } of definitions)
      for (let at = startLine; at <= (language.merges ? endLine : line); at++) defined.add(at);
    const written = source.split('\n');
    row.files++;
    row.lines += written.length;
    row.definitions += definitions.length;
    if (sample > 0)
      row.described.push(...describeDefinitions(file.slice(root.length + 1), written, definitions));
    for (const [i, code] of scan(language, source).code.split('\n').entries()) {
      if (!defines.test(code)) continue;
      row.defining++;
      if (defined.has(i + 1)) continue;
      const line = written[i]?.trim().slice(0, 100) ?? '';
      if (apart?.test(line)) row.apart++;
      else row.missed.push(describeMiss(row, file.slice(root.length).replace(/^\//, ''), i + 1, line));
    }
  }
  row.reviews.complain(row.unexplained);
  return row;
}

function describeMiss({ reviews, unexplained }: Row, file: string, line: number, text: string): string {
  const place = `${file}:${line}: \`${text.replaceAll('|', '\\|')}\``;
  const reviewed = reviews.of(file, (name) => text.includes(name));
  if (!reviewed) unexplained.push(place);
  return `- missed: ${place}: ${reviewed?.reason ?? 'not explained'}`;
}

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const path = join(folder, entry.name);
    if (entry.name === '.git' || entry.name === 'node_modules') continue;
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile() && statSync(path).size <= LARGEST_FILE) yield path;
  }
}
