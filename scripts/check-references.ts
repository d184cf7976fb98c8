/**
 * Measures how many of the real uses of a name our tags count as references, on checked-out projects, and rewrites
 * the table of docs/languages.md and the lists of docs/languages-measured.md.
 *
 *   node scripts/run-ts.mjs scripts/check-references.ts FOLDER_OF_CHECKOUTS [LANGUAGE… [--symbols=20] [--seed=1]]
 *
 * Takes names that one file defines and others use, at random but always the same, and finds every occurrence by a
 * plain word search. Comments and strings are told by a scanner that knows nothing of the grammars, and whether the
 * tags count an occurrence by spelling it differently and counting again. What the tags leave out is a miss, unless
 * other-meanings.ts, written after reading them, says that it is no use. With languages named, makes only their rows
 * anew, and prints the misses and what was set aside.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { scan } from '../src/map/parse/lexical/scan.ts';
import { readLists, readRows, writeLists, writeRows } from './languages/measured-pages.ts';
import { type Occurrence, occurrencesOf } from './languages/occurrences.ts';
import { otherMeaning } from './languages/other-meanings.ts';
import { filesOf, languageOf, SUBJECTS, type Subject } from './languages/subjects.ts';
import { tagsOf } from './languages/tags-of.ts';
import { nameCharacters, textSyntax } from './languages/text-syntax.ts';

const TABLE = '## References, compared with a word search';
const LISTS = '## References: the names, and what is no use of them';
const SHORTEST_NAME = 3;
const MOST_FILES = 30;

interface Source {
  path: string;
  text: string;
  /** Comments and strings blanked. */
  code: string;
  words: ReadonlySet<string>;
}

interface Result {
  symbols: string[];
  occurrences: number;
  /** In comments and strings; of these, counted as references all the same. */
  apart: number;
  wrong: string[];
  uses: number;
  missed: string[];
  /** What is no use of a name of another file, by what it is. */
  setAside: Map<string, string[]>;
}

const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const [folder, ...only] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
if (!folder)
  throw new Error('usage: check-references FOLDER_OF_CHECKOUTS [LANGUAGE…] [--symbols=N] [--seed=N]');
const option = (name: string, otherwise: string) =>
  options.find((one) => one.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise;
const wanted = Number(option('symbols', '20'));
const seed = option('seed', '1');

const rows = readRows(TABLE);
const lists = readLists(LISTS);
for (const subject of SUBJECTS) {
  if (only.length > 0 && !only.includes(subject.language)) continue;
  const result = await measure(subject);
  if (result.symbols.length === 0) continue;
  const { symbols, occurrences, apart, wrong, uses, missed, setAside } = result;
  const share = ((100 * (uses - missed.length)) / uses).toFixed(1);
  const row = `| ${subject.language} | ${subject.project} | ${symbols.length} | ${occurrences} | ${apart} | ${wrong.length} | ${uses} | ${share} % |`;
  rows.set(subject.language, row);
  lists.set(subject.language, listOf(result));
  console.log(row);
  if (only.length === 0) continue;
  console.log(`names: ${symbols.join(' ')}`);
  for (const line of wrong) console.log(`counted in a comment or string: ${line}`);
  for (const line of missed) console.log(`missed: ${line}`);
  for (const [reason, lines] of setAside) for (const line of lines) console.log(`${reason}: ${line}`);
}
if (options.length === 0) {
  const about = `Made by \`scripts/check-references.ts\`: ${wanted} names a language, drawn at random (seed ${seed}) from those that one file
defines and one to ${MOST_FILES} others use ([the names](languages-measured.md#references-the-names-and-what-is-no-use-of-them)). "apart" are
the occurrences in comments and strings, "wrong" those of them that our tags count as references. A use is what remains
without the definitions, and without what was set aside on reading every occurrence that is no reference: the names of
the file's own parameters and variables, keys, and so on. What Bash has under "wrong" is code inside strings.
Languages without a grammar have no scopes here: every name outside comments and strings is a reference, the names of a
function's own variables too.`;
  const columns = '| language | project | names | occurrences | apart | wrong | uses | are references |';
  writeRows(TABLE, about, columns, rows);
  writeLists(
    LISTS,
    'Made by `scripts/check-references.ts`. What is no use is told by `scripts/languages/other-meanings.ts`.',
    lists,
  );
}

async function measure(subject: Subject): Promise<Result> {
  const language = languageOf(subject);
  const sources = filesOf(subject, folder as string).map(readSource(subject));
  const result: Result = {
    symbols: await sampleOf(subject, sources),
    occurrences: 0,
    apart: 0,
    wrong: [],
    uses: 0,
    missed: [],
    setAside: new Map(),
  };
  for (const name of result.symbols)
    for (const { path, text, code, words } of sources) {
      if (!words.has(name)) continue;
      for (const one of await occurrencesOf(name, text, code, language))
        count(result, path, one, subject.language);
    }
  return result;
}

function count(result: Result, path: string, one: Occurrence, language: string): void {
  const place = `${path}:${one.line} ${one.word}: ${one.text.trim().slice(0, 140)}`;
  result.occurrences++;
  if (!one.isCode) {
    result.apart++;
    if (one.as === 'reference') result.wrong.push(place);
    return;
  }
  if (one.as === 'definition') return;
  if (one.as === 'reference') {
    result.uses++;
    return;
  }
  const reason = otherMeaning(one, language);
  if (reason) result.setAside.set(reason, [...(result.setAside.get(reason) ?? []), place]);
  else {
    result.uses++;
    result.missed.push(place);
  }
}

function readSource({ language }: Subject): (path: string) => Source {
  return (path) => {
    const text = readFileSync(path, 'utf8');
    const { code } = scan(textSyntax(language), text);
    return {
      path: path.slice((folder as string).length + 1),
      text,
      code,
      words: new Set(code.match(new RegExp(`[\\p{L}_][${nameCharacters(language)}]*`, 'gu'))),
    };
  };
}

/** Names that one file alone defines, visible outside (in Bash all are), and that one to MOST_FILES others hold in their code. */
async function sampleOf(subject: Subject, sources: readonly Source[]): Promise<string[]> {
  const definers = new Map<string, Set<Source>>();
  const isName = new RegExp(`^[\\p{L}_][${nameCharacters(subject.language)}]*$`, 'u');
  for (const source of sources) {
    const { definitions } = await tagsOf(source.text, languageOf(subject));
    for (const { name, exported } of definitions)
      if ((exported || subject.language === 'bash') && name.length >= SHORTEST_NAME && isName.test(name))
        definers.set(name, (definers.get(name) ?? new Set()).add(source));
  }
  const users = new Map<string, number>();
  for (const { words } of sources) for (const word of words) users.set(word, (users.get(word) ?? 0) + 1);
  return [...definers]
    .filter(([, { size }]) => size === 1)
    .map(([name]) => name)
    .filter((name) => (users.get(name) ?? 0) > 1 && (users.get(name) ?? 0) <= MOST_FILES + 1)
    .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
    .slice(0, wanted);
}

function orderOf(name: string): string {
  return createHash('sha256').update(`${seed} ${name}`).digest('hex');
}

function listOf({ symbols, missed, setAside }: Result): string {
  const reasons = [...setAside].map(([reason, places]) => `- ${places.length} × ${reason}`);
  const misses = missed.map((miss) => {
    const [place = '', text = ''] = miss.split(/: (.*)/s);
    return `- missed: ${place}: \`${text.slice(0, 100).replaceAll('|', '\\|').replaceAll('`', "'")}\``;
  });
  const list = [...reasons, ...misses];
  return [`Names: ${symbols.join(', ')}.`, ...(list.length > 0 ? ['', ...list] : [])].join('\n');
}
