/** What universal-ctags finds in the files of a subject, and how its names are spelled in our tags. */
import { execFileSync } from 'node:child_process';
import type { Subject } from './subjects.ts';

export interface CtagsTag {
  name: string;
  path: string;
  /** 1-based. */
  line: number;
  kind: string;
  scopeKind?: string;
}

/** Languages whose modules we call by the last word of their path. */
const QUALIFIED_NAMES = /^(ada|elixir|elm|haskell|julia|matlab|pascal|perl|raku|tcl)$/;
/** Languages that tell names apart whatever the case. */
const FOLDED_NAMES = /^(ada|fortran|pascal|powershell|sql)$/;
/** What ctags calls a thing that has no name. */
const NO_NAME = /^(__anon|anonymous|anonFunc|AnonymousF|<lambda>|<anonymous)/;

export const ctagsVersion = (): string =>
  execFileSync('ctags', ['--version']).toString().split(',', 1)[0] as string;

/** By file. */
export function definitionsByCtags(
  { ctags, kinds }: Subject,
  files: readonly string[],
): Map<string, CtagsTag[]> {
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
    if (!wanted.has(tag.kind) || NO_NAME.test(tag.name)) continue;
    byFile.set(tag.path, [...(byFile.get(tag.path) ?? []), tag]);
  }
  return byFile;
}

/** Kotlin's names in backticks: ctags gives what its memory holds there by then, or nothing, a new run something else. */
export const isMadeUp = (line: string, language: string): boolean =>
  language === 'kotlin' && /\b(?:fun|va[lr]|class|object)\s+(?:\w+\.)*`/.test(line);

/** The spellings that we may have for a name of ctags. */
export function namesOf({ name, kind }: CtagsTag, language: string): string[] {
  const names = [name, name.replace(/^operator +(?=\W)/, 'operator')];
  if (language === 'csharp')
    names.push(name.replace(/^.*\.(?=\w+$)/, ''), name.replace(/^operator .*/, 'operator'));
  if (language === 'ruby') names.push(...rubyNames(name, kind));
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

/** Its accessors carry a `=` that the symbol has not; its aliases have lost the last character. */
function rubyNames(name: string, kind: string): string[] {
  if (kind === 'accessor') return [name.replace(/=$/, '')];
  return kind === 'alias' ? [`${name}?`, `${name}!`, `${name}=`] : [];
}
