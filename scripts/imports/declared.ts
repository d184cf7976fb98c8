/** Languages whose files say what they are called: read from the text, beside what our tags say. */
import { folderOf, type Rule, type Tree } from './tree.ts';

/** Of each language, what a file declares itself to be, all of them. */
const DECLARATIONS: Readonly<Record<string, RegExp>> = {
  haskell: /^module\s+([\w.']+)/gm,
  elm: /^(?:port\s+|effect\s+)?module\s+([\w.]+)/gm,
  clojure: /^\(ns\s+(?:\^\S+\s+)*([\w.*+!?<>=-]+)/gm,
  erlang: /^-\s*module\(\s*'?([\w@]+)/gm,
  fortran: /^\s*module\s+(?!procedure\b|subroutine\b|function\b)(\w+)\s*$/gim,
  d: /^\s*module\s+([\w.]+)\s*;/gm,
  julia: /^\s*(?:bare)?module\s+(\w+)/gm,
};

/** A module is the file that declares it, `include` and the like a path beside the file. */
export function declaredRule(tree: Tree, language: string): Rule {
  const declaring = new Map<string, string[]>();
  for (const { path, tags } of tree.files) {
    if (tags.language !== language) continue;
    for (const [, name = ''] of tree.read(path).matchAll(DECLARATIONS[language] as RegExp))
      declaring.set(name.toLowerCase(), [...(declaring.get(name.toLowerCase()) ?? []), path]);
  }
  return (from, specifier) => {
    const declared = declaring.get(specifier.toLowerCase());
    if (declared) return declared;
    if (/[/]|\.(?:jl|hrl|inc|f90)$/.test(specifier))
      return tree.first([`${folderOf(from)}/${specifier}`.replace(/^\//, '')]);
    return [];
  };
}

/** Modules by their full names, those inside others too, which the indentation shows. */
export function elixirRule(tree: Tree): Rule {
  const declaring = new Map<string, string[]>();
  for (const { path, tags } of tree.files) {
    if (tags.language !== 'elixir') continue;
    const around: { indent: number; name: string }[] = [];
    for (const [, indent = '', own = ''] of tree
      .read(path)
      .matchAll(/^([ \t]*)def(?:module|protocol)\s+([\w.]+)/gm)) {
      while (around.length > 0 && (around.at(-1)?.indent ?? 0) >= indent.length) around.pop();
      const name = [around.at(-1)?.name ?? [], own].flat().join('.');
      around.push({ indent: indent.length, name });
      declaring.set(name, [...(declaring.get(name) ?? []), path]);
    }
  }
  return (_, specifier, names) =>
    (names.length > 0 ? names.map((name) => `${specifier}.${name}`) : [specifier]).flatMap(
      (name) => declaring.get(name) ?? [],
    );
}

/**
 * Packages from the clauses at the top, in a row, and objects of packages; names by our tags. A path may begin in any
 * of the packages around the importing file.
 */
export function scalaRule(tree: Tree): Rule {
  const packageOf = new Map<string, string>();
  const inPackage = new Map<string, { path: string; names: ReadonlySet<string> }[]>();
  for (const { path, tags } of tree.files) {
    if (tags.language !== 'scala') continue;
    const clauses = [...tree.read(path).matchAll(/^package\s+(?!object\b)([\w.]+)\s*\{?\s*$/gm)];
    const name = clauses.map(([, part]) => part).join('.');
    packageOf.set(path, name);
    const names = new Set(tags.definitions.map((definition) => definition.name));
    inPackage.set(name, [...(inPackage.get(name) ?? []), { path, names }]);
  }
  const definers = (name: string, member: string) =>
    (inPackage.get(name) ?? []).filter(({ names }) => names.has(member)).map(({ path }) => path);
  const meant = (outer: readonly string[], specifier: string, names: readonly string[]): string[] => {
    const path = [...outer, specifier].join('.');
    if (inPackage.has(path))
      return names.length === 0
        ? (inPackage.get(path) ?? []).map((file) => file.path)
        : names.flatMap((name) => definers(path, name));
    const segments = path.split('.');
    for (let cut = segments.length - 1; cut >= Math.max(1, outer.length); cut--) {
      const found = definers(segments.slice(0, cut).join('.'), segments[cut] as string);
      if (found.length > 0) return found;
    }
    return [];
  };
  return (from, specifier, names) => {
    const around = (packageOf.get(from) ?? '').split('.');
    for (let length = 0; length <= around.length; length++) {
      const found = meant(around.slice(0, length), specifier.replace(/^_root_\./, ''), names);
      if (found.length > 0) return found;
    }
    return [];
  };
}
