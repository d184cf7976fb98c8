import type { FileTags, Import, Reference } from '../../model.ts';
import { isGenerated } from '../generated.ts';
import { Lines } from '../rows.ts';
import { scanWords } from '../words.ts';
import { findDefinitions } from './find-definitions.ts';
import type { LexicalLanguage } from './lexical-language.ts';
import { type Scan, scan } from './scan.ts';

/** Import lines are looked at up to here: a longer one is data. */
const LONGEST_IMPORT = 500;

/**
 * Tags of a file in a language without a grammar: definitions are lines of a known shape, references are the
 * identifiers outside comments and strings. Linear in the text, whatever is in it.
 */
export function readLexical(language: LexicalLanguage, source: string): FileTags {
  const lines = new Lines(source);
  const scanned = scan(language, source);
  const found = findDefinitions(language, source, scanned, lines);
  return {
    language: language.name,
    reader: 'lexical',
    lineCount: lines.count,
    definitions: found.definitions,
    references: countReferences(language, source, scanned, found.nameOffsets, lines),
    ...findModules(language, source, scanned.code, lines),
    words: scanWords(source).count(scanned.comments),
    generated: isGenerated(source),
  };
}

function countReferences(
  language: LexicalLanguage,
  source: string,
  { identifiers }: Scan,
  definedAt: ReadonlySet<number>,
  lines: Lines,
): Reference[] {
  const keywords = keywordsOf(language);
  const counts = new Map<string, { count: number; offset: number }>();
  for (let i = 0; i < identifiers.length; i += 2) {
    const start = identifiers[i] ?? 0;
    if (definedAt.has(start)) continue;
    const written = source.slice(start, identifiers[i + 1]);
    const name = language.foldsCase ? written.toLowerCase() : written;
    const known = counts.get(name);
    if (known !== undefined) known.count++;
    else if (name.length > 1 && !keywords.has(name) && /[\p{L}_]/u.test(name))
      counts.set(name, { count: 1, offset: start });
  }
  return [...counts].map(([name, { count, offset }]) => ({ name, count, line: lines.at(offset) }));
}

const keywordSets = new WeakMap<LexicalLanguage, ReadonlySet<string>>();

function keywordsOf(language: LexicalLanguage): ReadonlySet<string> {
  let keywords = keywordSets.get(language);
  if (keywords === undefined) {
    keywords = new Set(language.keywords.split(/\s+/));
    keywordSets.set(language, keywords);
  }
  return keywords;
}

/** Line by line: an expression over the whole text could run through blanked comments again and again. */
function findModules(
  language: LexicalLanguage,
  source: string,
  code: string,
  lines: Lines,
): Pick<FileTags, 'imports' | 'namespace'> {
  const imports: Import[] = [];
  let namespace = '';
  for (let line = 1; line <= lines.count; line++) {
    const start = lines.start(line);
    const end = lines.end(line);
    if (end === start || end - start > LONGEST_IMPORT) continue;
    const text = source.slice(start, end);
    if (namespace === '') namespace = language.namespace?.exec(code.slice(start, end))?.[1] ?? '';
    for (const { pattern } of language.imports ?? []) {
      const match = pattern.exec(text);
      if (!match || code.charCodeAt(start + text.search(/\S/)) <= 32) continue;
      const names = (match[2] ?? '')
        .split(/[\s,;]+/)
        .map((name) => name.replace(/^["'*]+|["'*]+$|\/\d+$/g, ''))
        .filter((name) => name !== '' && name !== '&');
      for (const specifier of (match[1] ?? '').split(/\s*,\s*/))
        if (specifier) imports.push({ specifier, names, line });
      break;
    }
  }
  return { imports, namespace };
}
