import { CALLABLE_KINDS, ENCLOSING_KINDS, TYPE_KINDS } from '../model/definition-kinds.ts';
import type { Definition, FileTags } from '../model.ts';

/** Languages whose modules show to others what they export, and nothing else. */
const OF_MODULES = 'typescript tsx javascript vue svelte astro'.split(' ');
const MODULES: ReadonlySet<string> = new Set(OF_MODULES);

/**
 * Languages in which a file that uses a member mostly names its type, or imports its file. In C what includes a header has
 * those that this includes, in Go the files of a package see each other.
 */
const NAMING_TYPES: ReadonlySet<string> = new Set([
  ...OF_MODULES,
  ...'python ruby php java kotlin scala groovy csharp vb rust dart'.split(' '),
]);

/** What a language gives to every file, which a definition of that name takes the place of only where it is imported. */
const GIVEN: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'rust',
    new Set(
      (
        'Result Option Some None Ok Err Vec Box String ToString ToOwned Copy Clone Send Sync Sized Drop Fn FnMut FnOnce ' +
        'Default Iterator IntoIterator DoubleEndedIterator ExactSizeIterator Extend From Into AsRef AsMut Eq Ord PartialEq ' +
        'PartialOrd Hash Debug drop test'
      ).split(' '),
    ),
  ],
]);

/** Called by one word, as members of a library are too: `map`, `Value`, `freeze!`, `__get`. */
const ONE_WORD = /^\P{L}*(?:\p{Lu}?\p{Ll}+|\p{Lu}+)\P{L}*$/u;

type Named = Pick<FileTags, 'language' | 'definitions' | 'references' | 'imports'>;

/** NameHashes.reaches of a file; undefined where all definitions are meant by their names alone. */
export function reachesOf({ language, definitions, references, imports }: Named): Int32Array | undefined {
  const isModule = MODULES.has(language) && (imports.length > 0 || definitions.some((one) => one.exported));
  const given = GIVEN.get(language);
  let places: ReadonlyMap<string, number> | undefined;
  const placeOf = (owner: string): number => {
    places ??= placesByName([...definitions, ...references]);
    return places.get(owner) ?? -1;
  };
  const reaches = Int32Array.from(definitions, (definition) => {
    const { name, kind, parent, owner, exported } = definition;
    const around = definitions[parent];
    if (around !== undefined && CALLABLE_KINDS.has(around.kind)) return reach(parent, false);
    if (!isMember(definition, around))
      return reach(-1, (exported || !isModule) && !given?.has(name) && !isPathSegment(kind, language));
    const isOpen = !NAMING_TYPES.has(language) || (kind !== 'member' && !ONE_WORD.test(name));
    return reach(owner === undefined ? parent : placeOf(owner), isOpen);
  });
  return reaches.every((one) => one === OPEN) ? undefined : reaches;
}

/** A module of Rust is meant in paths, by its place, and never by its name alone: `mod test` is not what `#[test]` means. */
const isPathSegment = (kind: Definition['kind'], language: string): boolean =>
  kind === 'module' && language === 'rust';

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
