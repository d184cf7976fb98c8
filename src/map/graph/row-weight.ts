import { VALUE_KINDS } from '../model/definition-kinds.ts';
import { namespacesOf } from '../model/namespaces.ts';
import { ROW_CHARS } from '../model/row-width.ts';
import type { Definition } from '../model.ts';
import { numbersOf } from './numbers.ts';
import type { Weights } from './weights.ts';

/** Python's list of exports: it names all that there is, and as a row says nothing. */
export const isExportList = ({ name }: Definition): boolean => name === '__all__';

/** A row costs room: one of no length would be worth 1, one of so many characters half of that. */
export const briefness = ({ row }: Definition): number =>
  BRIEF_ROW / (BRIEF_ROW + Math.min(row.length, ROW_CHARS));

const BRIEF_ROW = 60;

/** One a definition: what is left of what speaks for it as a row, for saying little about its file. */
export function rowWeights(definitions: readonly Definition[], weights: Weights): Float64Array {
  const namespaces = namespacesOf(definitions);
  const slight = slightValuesOf(definitions);
  const tests = inlineTestsOf(definitions);
  const named = new Map<string, Definition>();
  return numbersOf(definitions, (definition, index) => {
    const before = named.get(definition.name);
    named.set(definition.name, definition);
    const saysNothing =
      namespaces.has(index) ||
      definition.kind === 'extension' ||
      isExportList(definition) ||
      (before && isSameConstruct(before, definition));
    if (saysNothing) return weights.emptyRow;
    return (slight[index] === 1 ? weights.weakRow : 1) * (tests.has(index) ? weights.innerRow : 1);
  });
}

/**
 * Of each definition, 1 for a field, member or other value that says less than what is around it: of one line, or one of
 * the names that one declaration gives (`const { a, b } = errors`).
 */
export function slightValuesOf(definitions: readonly Definition[]): Uint8Array {
  const slight = new Uint8Array(definitions.length);
  for (const [index, definition] of definitions.entries()) {
    if (!isValue(definition)) continue;
    const isOneOfMany =
      sharesDeclaration(definition, definitions[index - 1]) ||
      sharesDeclaration(definition, definitions[index + 1]);
    if (isOneOfMany || definition.line === definition.endLine) slight[index] = 1;
  }
  return slight;
}

const sharesDeclaration = (value: Definition, other: Definition | undefined): boolean =>
  other !== undefined && isValue(other) && isSameConstruct(other, value);

/** Tests that stand in the file that they test, as in Rust: the module and all in it. */
export function inlineTestsOf(definitions: readonly Definition[]): ReadonlySet<number> {
  const tests = new Set<number>();
  definitions.forEach(({ name, kind, parent }, index) => {
    if ((kind === 'module' && TEST_MODULE.test(name)) || tests.has(parent)) tests.add(index);
  });
  return tests;
}

const TEST_MODULE = /^tests?$/;

const isValue = ({ kind }: Definition): boolean => VALUE_KINDS.has(kind);

/** `typedef struct client { … } client;` */
const isSameConstruct = (one: Definition, other: Definition): boolean =>
  one.startLine === other.startLine && one.endLine === other.endLine && one.endLine > one.startLine;
