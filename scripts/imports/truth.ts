/** Which files of a tree an import names, by the project's own build files and the rules of the language. */
import { join } from 'node:path/posix';
import type { FileTags, Import, SourceFile } from '../../src/map/model.ts';
import * as byPath from './by-path.ts';
import { declaredRule, elixirRule, scalaRule } from './declared.ts';
import { folderOf, foldersAbove, type Rule, Tree, unquoted } from './tree.ts';

/** Paths of the tree; empty for what lies outside. */
export type Truth = (from: string, tags: FileTags, written: Import) => Set<string>;

export function createTruth(root: string, files: readonly SourceFile[]): Truth {
  const tree = new Tree(root, files);
  const ruleOf = (language: string): Rule | undefined => {
    const rule = rules.get(language) ?? RULES[language]?.(tree);
    if (rule) rules.set(language, rule);
    return rule;
  };
  const rules = new Map<string, Rule>();
  return (from, tags, { specifier, names }) =>
    new Set(ruleOf(tags.language)?.(from, specifier.trim(), names, tags) ?? []);
}

const RULES: Readonly<Record<string, (tree: Tree) => Rule>> = {
  typescript: ecmascriptRule,
  tsx: ecmascriptRule,
  javascript: ecmascriptRule,
  vue: ecmascriptRule,
  svelte: ecmascriptRule,
  astro: ecmascriptRule,
  python: pythonRule,
  go: goRule,
  rust: rustRule,
  java: namespaceRule,
  kotlin: namespaceRule,
  groovy: namespaceRule,
  csharp: namespaceRule,
  php: namespaceRule,
  c: includeRule,
  cpp: includeRule,
  objc: includeRule,
  ruby: rubyRule,
  scala: scalaRule,
  elixir: elixirRule,
  ...Object.fromEntries(
    ['haskell', 'elm', 'clojure', 'erlang', 'fortran', 'd', 'julia'].map((language) => [
      language,
      (tree: Tree) => declaredRule(tree, language),
    ]),
  ),
  dart: byPath.dartRule,
  solidity: byPath.solidityRule,
  zig: byPath.zigRule,
  lua: byPath.luaRule,
  protobuf: (tree) => byPath.endingRule(tree),
  gleam: (tree) => byPath.endingRule(tree, '.gleam'),
  gdscript: (tree) => byPath.endingRule(tree),
  perl: (tree) => byPath.perlRule(tree, /\.p[lm]$/),
  raku: (tree) => byPath.perlRule(tree, /\.(?:rakumod|pm6)$/),
  swift: byPath.swiftRule,
  ocaml: byPath.ocamlRule,
  ada: byPath.adaRule,
  rescript: byPath.rescriptRule,
  haxe: byPath.haxeRule,
  bash: byPath.shellRule,
  scss: byPath.sassRule,
  cmake: byPath.cmakeRule,
  make: (tree) => byPath.endingRule(tree),
};

/** Relative paths as TypeScript and bundlers read them; `paths` of tsconfig files above; packages of the workspace. */
function ecmascriptRule(tree: Tree): Rule {
  const packages = tree.manifests
    .filter((path) => path.endsWith('package.json'))
    .map((path) => ({ folder: folderOf(path), name: /^\s*"name":\s*"([^"]+)"/m.exec(tree.read(path))?.[1] }));
  const aliases = tree.manifests.flatMap((path) =>
    /tsconfig/.test(path)
      ? aliasesOf(tree, path)
      : path.endsWith('package.json')
        ? privateNames(tree, path)
        : [],
  );
  return (from, quoted) => {
    const specifier = unquoted(quoted).replace(/(?<=.)[?#].*$/, '');
    if (specifier.startsWith('.') || specifier.startsWith('/')) {
      const target = join(folderOf(from), specifier);
      const found = module(tree, target, from);
      const main = found.length === 0 ? mainOf(tree, target) : undefined;
      return main === undefined ? found : module(tree, main, from);
    }
    for (const { folder, prefix, target } of aliases) {
      if (!from.startsWith(folder === '' ? '' : `${folder}/`) || !specifier.startsWith(prefix)) continue;
      const found = module(tree, join(target, specifier.slice(prefix.length)), from);
      if (found.length > 0) return found;
    }
    // What the tools for Vue set up without a word in tsconfig.json.
    const around = packages.filter(({ folder }) => folder === '' || from.startsWith(`${folder}/`)).at(-1);
    if (specifier.startsWith('@/') && around)
      return module(tree, join(around.folder, 'src', specifier.slice(2)), from);
    const own = packages.find(({ name }) => name && (specifier === name || specifier.startsWith(`${name}/`)));
    return own && own.folder !== '' ? tree.below(own.folder) : own ? tree.paths : [];
  };
}

/** `"main": "server.js"` in the manifest of a folder that is imported as a whole. */
function mainOf(tree: Tree, folder: string): string | undefined {
  const manifest = join(folder.replace(/\/$/, ''), 'package.json');
  const text = tree.manifests.includes(manifest) ? tree.read(manifest) : '';
  const main = /^\s*"main":\s*"([^"]+)"/m.exec(text)?.[1];
  return main === undefined ? undefined : join(folder, main);
}

/** `"imports": { "#types/*": "./types/*.d.ts" }` */
const privateNames = (tree: Tree, manifest: string) =>
  [...tree.read(manifest).matchAll(/"(#[^"*]*)\*?":\s*"(\.[^"*]*)/g)].map(([, prefix, target]) => ({
    folder: folderOf(manifest),
    prefix: prefix as string,
    target: join(folderOf(manifest), target as string),
  }));

function aliasesOf(tree: Tree, config: string) {
  const text = tree.read(config).replace(/^\s*\/\/.*$/gm, '');
  const base = /"baseUrl":\s*"([^"]+)"/.exec(text)?.[1] ?? '.';
  const paths = /"paths":\s*\{([^}]*)\}/.exec(text)?.[1] ?? '';
  const isBased = /"baseUrl"/.test(text);
  const based = isBased
    ? [{ folder: folderOf(config), prefix: '', target: join(folderOf(config), base) }]
    : [];
  const aliases = [...paths.matchAll(/"([^"]+)":\s*\[\s*"([^"]+)"/g)].map(([, key, value]) => ({
    folder: folderOf(config),
    prefix: (key as string).replace(/\*$/, ''),
    target: join(folderOf(config), base, (value as string).replace(/\*$/, '')),
  }));
  return [...aliases, ...based];
}

const TYPED_ENDS = ['.ts', '.tsx', '.d.ts', '.mts', '.cts', '.d.mts', '.d.cts'];
const PLAIN_ENDS = ['.js', '.jsx', '.mjs', '.cjs'];

/** A TypeScript file sees sources and declarations first, a JavaScript file what runs. */
function module(tree: Tree, target: string, from: string): string[] {
  const all = /\.[cm]?tsx?$/.test(from) ? [...TYPED_ENDS, ...PLAIN_ENDS] : [...PLAIN_ENDS, ...TYPED_ENDS];
  const ends = (path: string) => [...all, '.vue', '.svelte'].map((end) => path + end);
  const bare = target.replace(/\.[cm]?jsx?$/, '');
  return tree.first([
    target,
    ...ends(target),
    ...(bare === target ? [] : ends(bare)),
    ...ends(join(target, 'index')),
  ]);
}

/** From the folders above the importing file that are no packages themselves, the nearest first, and `src` and `lib`. */
function pythonRule(tree: Tree): Rule {
  const moduleAt = (path: string) =>
    tree.first([`${path}/__init__.py`, `${path}.py`, `${path}/__init__.pyi`, `${path}.pyi`]);
  const isFolder = (path: string) => tree.below(path).length > 0;
  const within = (base: string, names: readonly string[]) => {
    const own = moduleAt(base);
    const inner = names.flatMap((name) => moduleAt(join(base, name)));
    return own.length + inner.length > 0 || isFolder(base) ? [...own, ...inner] : undefined;
  };
  return (from, specifier, names) => {
    const dots = /^\.+/.exec(specifier)?.[0].length ?? 0;
    const path = specifier.slice(dots).replaceAll('.', '/');
    if (dots > 0) return within(join(folderOf(from), '../'.repeat(dots - 1), path), names) ?? [];
    const roots: string[] = [];
    for (let folder = folderOf(from); ; folder = folderOf(folder)) {
      if (!tree.paths.has(join(folder, '__init__.py')))
        roots.push(folder, join(folder, 'src'), join(folder, 'lib'));
      if (folder === '') break;
    }
    for (const root of roots) {
      const top = join(root, path.split('/', 1)[0] as string);
      const exists = moduleAt(top).length > 0 || (path.includes('/') && isFolder(top));
      if (exists) return within(join(root, path), names) ?? [];
    }
    return [];
  };
}

function goRule(tree: Tree): Rule {
  const modules = tree.manifests
    .filter((path) => path.endsWith('go.mod'))
    .map((path) => ({ folder: folderOf(path), name: /^module\s+(\S+)/m.exec(tree.read(path))?.[1] ?? '?' }))
    .sort((a, b) => b.name.length - a.name.length);
  return (_, quoted) => {
    const specifier = unquoted(quoted);
    const own = modules.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
    return own
      ? (tree.folders.get(join(own.folder, specifier.slice(own.name.length + 1)).replace(/^\.$/, '')) ?? [])
      : [];
  };
}

/** The module tree as files: from the crate's root file down, as far as the path's segments are files. */
function rustRule(tree: Tree): Rule {
  const crates = tree.manifests
    .filter((path) => path.endsWith('Cargo.toml'))
    .map((path) => {
      const text = tree.read(path);
      const name = (/^\[lib\][^[]*?^name\s*=\s*"([^"]+)"/m.exec(text) ??
        /^\[package\][^[]*?^name\s*=\s*"([^"]+)"/m.exec(text))?.[1];
      const lib = /^\[lib\][^[]*?^path\s*=\s*"([^"]+)"/m.exec(text)?.[1];
      return { folder: folderOf(path), name: name?.replaceAll('-', '_') ?? '', lib };
    });
  // Programs that a manifest keeps elsewhere.
  for (const path of tree.manifests.filter((manifest) => manifest.endsWith('Cargo.toml')))
    for (const [, main] of tree.read(path).matchAll(/^\[\[bin\]\][^[]*?^path\s*=\s*"([^"]+\/main\.rs)"/gm))
      crates.push({ folder: folderOf(join(folderOf(path), main as string)), name: '', lib: 'main.rs' });
  const isRoot = (path: string) => /(^|\/)(mod|lib|main|build)\.rs$/.test(path);
  const inner = (file: string) =>
    isRoot(file) || rootOf(file) === file ? folderOf(file) : file.replace(/\.rs$/, '');
  const crateOf = (file: string) =>
    crates
      .filter(({ folder }) => folder === '' || file.startsWith(`${folder}/`))
      .sort((a, b) => b.folder.length - a.folder.length)[0];
  const rootFile = (crate: { folder: string; lib?: string | undefined }) =>
    tree.first([
      join(crate.folder, crate.lib ?? 'src/lib.rs'),
      join(crate.folder, 'src/main.rs'),
      join(crate.folder, 'main.rs'),
    ])[0];
  function rootOf(file: string): string | undefined {
    const crate = crateOf(file);
    if (!crate) return undefined;
    const inside = file.slice(crate.folder.length).replace(/^\//, '');
    if (
      /^(tests|benches|examples)\/[^/]+\.rs$/.test(inside) ||
      /^src\/(bin\/[^/]+|main|lib)\.rs$/.test(inside)
    )
      return file;
    const [area, part] = inside.split('/');
    if (/^(tests|benches|examples)$/.test(area ?? ''))
      return (
        tree.first([`${join(crate.folder, area as string, part as string)}/main.rs`])[0] ?? rootFile(crate)
      );
    return rootFile(crate);
  }
  const descend = (start: string, segments: readonly string[], names: readonly string[]): string[] => {
    let file = start;
    for (const segment of segments) {
      const next = child(file, segment);
      if (!next) return [file];
      file = next;
    }
    return [file, ...names.flatMap((name) => child(file, name) ?? [])];
  };
  const child = (file: string, name: string) =>
    tree.first([`${join(inner(file), name)}.rs`, `${join(inner(file), name)}/mod.rs`])[0];
  const parent = (file: string) => {
    const folder = isRoot(file) ? folderOf(folderOf(file)) : folderOf(file);
    return tree.first([
      join(folder, 'mod.rs'),
      join(folder, 'lib.rs'),
      join(folder, 'main.rs'),
      `${folder}.rs`,
    ])[0];
  };
  return (from, specifier, names) => {
    const [head, ...rest] = specifier.replace(/^::/, '').replace(/^r#/, '').split('::') as [
      string,
      ...string[],
    ];
    const root = rootOf(from);
    if (head === 'crate') return root ? descend(root, rest, names) : [];
    if (head === 'self') return descend(from, rest, names);
    if (head === 'super') {
      let at: string | undefined = parent(from);
      while (at && rest[0] === 'super') {
        rest.shift();
        at = parent(at);
      }
      // A module inside the file: `super` may be the file itself.
      return [from, ...(at ? descend(at, rest, names) : []), ...descend(from, rest, names)];
    }
    const own = child(from, head);
    if (own) return descend(own, rest, names);
    const crate = crates.find(({ name }) => name === head);
    const file = crate && rootFile(crate);
    return file ? descend(file, rest, names) : [];
  };
}

/** Files that declare the namespace and define the name, by itself if any does; nested names by their outermost definition. */
function namespaceRule(tree: Tree): Rule {
  const files = new Map<string, { path: string; names: Set<string>; own: Set<string> }[]>();
  for (const { path, tags } of tree.files) {
    const names = new Set(tags.definitions.map(({ name }) => name));
    const isOwn = (parent: number) => parent < 0 || tags.definitions[parent]?.kind === 'module';
    const own = new Set(tags.definitions.filter(({ parent }) => isOwn(parent)).map(({ name }) => name));
    for (const key of new Set([
      tags.namespace,
      ...tags.definitions.filter(({ kind }) => kind === 'module').map(({ name }) => name),
    ]))
      if (key !== '') files.set(key, [...(files.get(key) ?? []), { path, names, own }]);
  }
  const definers = (namespace: string, name: string) => {
    const inside = files.get(namespace) ?? [];
    const standing = inside.filter(({ own }) => own.has(name));
    return (standing.length > 0 ? standing : inside.filter(({ names }) => names.has(name))).map(
      ({ path }) => path,
    );
  };
  return (from, specifier, names, { language }) => {
    if (language === 'php' && /[/.]/.test(specifier)) {
      const path = specifier;
      const near = join(folderOf(from), path);
      if (tree.paths.has(near)) return [near];
      return [...tree.paths].filter((file) => `/${file}`.endsWith(path.startsWith('/') ? path : `/${path}`));
    }
    const separator = language === 'php' ? '\\' : '.';
    const path = specifier.replace(/^\\/, '').replace(/\.\*$/, '');
    if (names.length > 0) return names.flatMap((name) => [...definers(path, name)]);
    if (files.has(path) && language !== 'php') return (files.get(path) ?? []).map((file) => file.path);
    const segments = path.split(separator);
    for (let cut = segments.length - 1; cut > 0; cut--) {
      const found = definers(segments.slice(0, cut).join(separator), segments[cut] as string);
      if (found.length > 0) return found;
    }
    return [];
  };
}

/**
 * The including file's folder first, then any folder that the rest of the path could stand below. The source beside a
 * header, where what it declares is defined, is right too. Modules of C++ by their declaration.
 */
function includeRule(tree: Tree): Rule {
  return (from, written) => {
    const path = unquoted(written);
    if (!/[./]/.test(path))
      return tree.files.filter(({ tags }) => tags.namespace === path).map((file) => file.path);
    // The C library's, whatever the tree has of the same name for systems that lack it.
    if (
      written.startsWith('<') &&
      /^(?:assert|limits|math|std\w+|strings?|float|setjmp|ctype|errno)\.h$/.test(path)
    )
      return [];
    const near = join(folderOf(from), path);
    const rest = path.replace(/^(\.\.?\/)+/, '');
    const headers =
      !written.startsWith('<') && tree.paths.has(near)
        ? [near]
        : [...tree.paths].filter((file) => file === rest || file.endsWith(`/${rest}`));
    return headers.flatMap((header) => {
      const stem = header.replace(/\.[^./]+$/, '');
      return [
        header,
        ...['.c', '.cc', '.cpp', '.m', '.mm'].map((end) => stem + end).filter((file) => tree.paths.has(file)),
      ];
    });
  };
}

function rubyRule(tree: Tree): Rule {
  return (from, quoted) => {
    const path = unquoted(quoted).replace(/^#?\{__dir__\}\//, '');
    const near = join(folderOf(from), path);
    const names = (base: string) => [base, `${base}.rb`];
    const libs = [...new Set([...tree.paths].flatMap(foldersAbove))].filter((folder) =>
      /(^|\/)(lib|spec|test)$/.test(folder),
    );
    return [...names(near), ...libs.flatMap((lib) => names(join(lib, path)))].filter((file) =>
      tree.paths.has(file),
    );
  };
}
