/** Every place where a word stands in a file, and what the tags make of it. */
import type { AnyLanguage } from './subjects.ts';
import { tagsOf } from './tags-of.ts';
import { nameCharacters } from './text-syntax.ts';

export interface Occurrence {
  word: string;
  /** 1-based. */
  line: number;
  /** The line. */
  text: string;
  /** Where in it. */
  column: number;
  /** By a scanner that knows no grammar. */
  isCode: boolean;
  /**
   * A reference or a definition; `binding`: a name of its own (parameter, variable) that hides others; `hidden` by such
   * a one; `nothing`: no reference even where nothing hides it.
   */
  as: 'reference' | 'definition' | 'binding' | 'hidden' | 'nothing';
}

/** `code`: the source with comments and strings blanked. */
export async function occurrencesOf(
  word: string,
  source: string,
  code: string,
  language: AnyLanguage,
): Promise<Occurrence[]> {
  const found: Occurrence[] = [];
  const offsets = [...offsetsOf(word, source, language.name)];
  const without = (some: readonly number[]) => countsOf(word, respelledAt(some, word, source), language);
  const before = await without([]);
  const [inCode, apart] = [true, false].map((is) => offsets.filter((at) => code.startsWith(word, at) === is));
  // Where the numbers leave no doubt, each occurrence in code is what the tags say, and none is one elsewhere.
  const isPlain =
    before.references + before.definitions.length === inCode?.length &&
    (await without(apart ?? [])).references === before.references;
  const meaningOf = async (at: number): Promise<Occurrence['as']> => {
    const after = await without([at]);
    if (after.references < before.references) return 'reference';
    if (after.definitions.length < before.definitions.length) return 'definition';
    if (after.references > before.references) return 'binding';
    const alone = await without(offsets.filter((other) => other !== at));
    return alone.references > 0 ? 'hidden' : 'nothing';
  };
  for (const at of offsets) {
    const line = source.slice(0, at).split('\n').length;
    const isCode = code.startsWith(word, at);
    const plainly = !isCode ? 'nothing' : before.definitions.includes(line) ? 'definition' : 'reference';
    const as = isPlain ? plainly : await meaningOf(at);
    const lineStart = source.lastIndexOf('\n', at - 1) + 1;
    const lineEnd = source.indexOf('\n', at);
    found.push({
      word,
      line,
      text: source.slice(lineStart, lineEnd < 0 ? undefined : lineEnd),
      column: at - lineStart,
      isCode,
      as,
    });
  }
  return found;
}

function* offsetsOf(word: string, text: string, language: string): Generator<number> {
  const part = new RegExp(`[${nameCharacters(language)}]`, 'u');
  const isWordPart = (character: string | undefined) => character !== undefined && part.test(character);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length))
    if (!isWordPart(text[at - 1]) && !isWordPart(text[at + word.length])) yield at;
}

/** Of the same length and case, so that no rule about names tells the other word from this one. */
function respelledAt(offsets: readonly number[], word: string, source: string): string {
  const other = word.replace(/[a-zA-Z](?=[^a-zA-Z]*$)/, nextLetter);
  let text = source;
  for (const at of offsets) text = text.slice(0, at) + other + text.slice(at + word.length);
  return text;
}

const nextLetter = (letter: string) =>
  /[zZ]/.test(letter) ? 'q' : String.fromCharCode(letter.charCodeAt(0) + 1);

async function countsOf(word: string, source: string, language: AnyLanguage) {
  const { definitions, references } = await tagsOf(source, language);
  return {
    definitions: definitions.filter(({ name }) => name === word).map(({ line }) => line),
    references: references.find(({ name }) => name === word)?.count ?? 0,
  };
}
