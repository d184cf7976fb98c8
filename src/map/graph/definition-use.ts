import { CALLABLE_KINDS, NAMELESS_KINDS, TYPE_KINDS, VALUE_KINDS } from '../model/definition-kinds.ts';
import { namespacesOf } from '../model/namespaces.ts';
import type { Definition, DefinitionKind } from '../model.ts';
import { type Graph, tagsOf } from './build.ts';
import { numbersOf } from './numbers.ts';
import { fileStem } from './path-parts.ts';
import { briefness, inlineTestsOf, isExportList, slightValuesOf } from './row-weight.ts';
import type { Weights } from './weights.ts';

/** Definitions by how many files mean them; a type's own declaration, and what is called as the file is, keep a floor. */
export function scoreByUse(graph: Graph, file: number, weights: Weights): Float64Array {
  const { useScores } = graph.kept;
  const tags = tagsOf(graph, file);
  const known = useScores.get(tags);
  if (known?.weights === weights) return known.scores;
  const scores = computeUseScores(graph, file, weights);
  useScores.set(tags, { weights, scores });
  return scores;
}

function computeUseScores(graph: Graph, file: number, weights: Weights): Float64Array {
  const { definitionIds } = graph.files[file] as { definitionIds: Int32Array };
  const { definitions } = tagsOf(graph, file);
  const fileName = plainName(fileStem(graph.tree.files[file]?.path ?? ''));
  const standing = standings(definitions, definitionIds, weights);
  const users = graph.usersOf(file);
  return numbersOf(definitions, (definition, index) => {
    const isOwnName =
      !definition.implementing &&
      !isOfProtocol(definition.name) &&
      !bearsTypesName(definition, definitions[definition.parent]);
    const seen = definition.exported ? 1 : weights.hiddenUse;
    const used = isOwnName ? seen * Math.log1p(users[index] as number) : 0;
    const type = TYPE_KINDS.has(definition.kind) ? weights.typeRow : 0;
    const eponym = isOwnName && isCalled(definition.name, fileName) ? weights.eponymRow : 0;
    const exported = definition.exported ? weights.exportedRow : 0;
    const lines = Math.log1p(definition.endLine - definition.startLine) * weights.longRow;
    const early = weights.earlyRow / (1 + definition.line / LATE_LINE);
    return (
      (used + type + eponym + exported + lines + early) * briefness(definition) * (standing[index] as number)
    );
  });
}

/**
 * A constructor or destructor: what its name says and who uses it is its type's already, as a trait's method is the trait's.
 * A constructor outside of its type stands for the file, which has no other row of that name.
 */
const bearsTypesName = ({ name, kind, owner }: Definition, type: Definition | undefined): boolean =>
  CALLABLE_KINDS.has(kind) &&
  (name === type?.name || (name.startsWith('~') && name.slice(1) === (owner ?? type?.name)));

/** A file's main definitions tend to stand before its details; at this line half of that is left. */
const LATE_LINE = 1000;

/** `__name__`, `__call__`: Python's own name, whose uses mean no definition of the tree. */
const isOfProtocol = (name: string): boolean => name.startsWith('__') && name.endsWith('__');

const plainName = (name: string): string => name.replace(/[^\p{L}\d]/gu, '').toLowerCase();

/** plainName(name) === plain, without making a string of each of the fifty thousand names of a header. */
function isCalled(name: string, plain: string): boolean {
  let matched = 0;
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    if (code > 127) return plainName(name) === plain;
    const isDigit = code >= 48 && code <= 57;
    const lower = code | 32;
    if (!isDigit && (lower < 97 || lower > 122 || code < 65)) continue;
    if (plain.charCodeAt(matched++) !== (isDigit ? code : lower)) return false;
  }
  return matched === plain.length;
}

/**
 * One a definition: what remains of it for saying little about its file. Namespaces, fields, one-line values, inner
 * functions, and the second definition of a name: a constructor beside its class, an extension, an overload.
 */
function standings(
  definitions: readonly Definition[],
  definitionIds: Int32Array,
  weights: Weights,
): Float64Array {
  const namespaces = namespacesOf(definitions);
  const slight = slightValuesOf(definitions);
  const seen = new Set<number>();
  const tests = inlineTestsOf(definitions);
  return numbersOf(definitions, (definition, index) => {
    const { name, kind, row, parent: around, implementing } = definition;
    if (namespaces.has(index) || NAMELESS_KINDS.has(kind)) return weights.namespaceRow;
    if (isExportList(definition)) return weights.emptyRow;
    const parent = namespaces.has(around) ? undefined : definitions[around];
    let rest = parent === undefined && !implementing ? 1 : weights.nestedRow;
    if (slight[index] === 1 || (VALUE_KINDS.has(kind) && parent !== undefined)) rest *= weights.weakRow;
    if (isFlag(kind, name, row)) rest *= weights.weakRow;
    if (parent !== undefined && CALLABLE_KINDS.has(parent.kind)) rest *= weights.innerRow;
    if (tests.has(index)) rest *= weights.innerRow;
    const id = definitionIds[index] as number;
    if (seen.has(id)) rest *= weights.repeatedRow;
    seen.add(id);
    return rest;
  });
}

/** A macro without a value, as include guards are. */
const isFlag = (kind: DefinitionKind, name: string, row: string): boolean =>
  kind === 'macro' && row.endsWith(name) && /^\s*[#`]\s*define\b/.test(row);
