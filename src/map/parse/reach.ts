import { CALLABLE_KINDS, ENCLOSING_KINDS, TYPE_KINDS, VALUE_KINDS } from '../model/definition-kinds.ts';
import type { Definition, FileTags } from '../model.ts';
import { GIVEN_NAMES } from './given-names.ts';

/** Languages whose modules show to others what they export, and nothing else. */
const OF_MODULES = 'typescript tsx javascript vue svelte astro'.split(' ');
const MODULES: ReadonlySet<string> = new Set(OF_MODULES);

/**
 * Languages in which a file that uses a member mostly names its type, or imports its file. In C what includes a header has
 * those that this includes, in Go the files of a package see each other.
 */
const NAMING_TYPES: ReadonlySet<string> = new Set([
  ...OF_MODULES,
  ...'python ruby php java kotlin scala groovy csharp vb rust dart lua zig'.split(' '),
]);

/** Called by one word, as members of a library are too: `map`, `Value`, `freeze!`, `__get`. */
const ONE_WORD = /^\P{L}*(?:\p{Lu}?\p{Ll}+|\p{Lu}+)\P{L}*$/u;

type Named = Pick<FileTags, 'language' | 'definitions' | 'references' | 'imports'>;

/** NameHashes.reaches of a file; undefined where all definitions are meant by their names alone. */
export function reachesOf({ language, definitions, references, imports }: Named): Int32Array | undefined {
  const isModule = MODULES.has(language) && (imports.length > 0 || definitions.some((one) => one.exported));
  const given = GIVEN_NAMES.get(language);
  let places: ReadonlyMap<string, number> | undefined;
  const placeOf = (owner: string): number => {
    places ??= placesByName([...definitions, ...references]);
    return places.get(owner) ?? -1;
  };
  const reaches = Int32Array.from(definitions, (definition) => {
    const { name, kind, parent, owner, exported } = definition;
    const around = definitions[parent];
    if (around !== undefined && CALLABLE_KINDS.has(around.kind)) return reach(parent, false);
    const isGiven = given?.has(name) ?? false;
    if (!isMember(definition, around)) {
      const isHidden = isModule && !exported;
      return reach(-1, !isHidden && !isGiven && !needsImport(definition, language));
    }
    const saysItself = kind !== 'member' && !ONE_WORD.test(name);
    const isOpen = !isGiven && name.length > 1 && (saysItself || !NAMING_TYPES.has(language));
    return reach(owner === undefined ? parent : placeOf(owner), isOpen);
  });
  return reaches.every((one) => one === OPEN) ? undefined : reaches;
}

/**
 * What files mean by where it is, never by its name alone: what has a name of one letter (`T`); a module of Rust, which stands
 * in paths (`mod test` is not what `#[test]` means); a value of Python (`app`) or of a CommonJS module (`exports.name =
 * 'pet'`) that is called by one word.
 */
function needsImport({ name, kind }: Definition, language: string): boolean {
  if (name.length === 1) return true;
  if (language === 'rust') return kind === 'module';
  if (language === 'python') return VALUE_KINDS.has(kind) && ONE_WORD.test(name);
  return MODULES.has(language) && kind === 'property' && ONE_WORD.test(name);
}

const reach = (owner: number, isOpen: boolean): number => 2 * (owner + 1) + (isOpen ? 1 : 0);
const OPEN = reach(-1, true);

/** Where each name stands first; what has none stands nowhere. */
function placesByName(named: readonly { name: string }[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  named.forEach(({ name }, place) => {
    if (name !== '' && !places.has(name)) places.set(name, place);
  });
  return places;
}

/** A type inside of another, or of a namespace, is called by its own name. */
const isMember = ({ kind, owner }: Definition, around: Definition | undefined): boolean =>
  owner !== undefined || (around !== undefined && ENCLOSING_KINDS.has(around.kind) && !TYPE_KINDS.has(kind));
