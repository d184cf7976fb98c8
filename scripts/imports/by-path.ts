/** Languages whose imports are paths, or names that a manifest gives to paths. */
import { join } from 'node:path/posix';
import { folderOf, foldersAbove, type Rule, type Tree, unquoted } from './tree.ts';

const beside = (tree: Tree, from: string, path: string) => tree.first([join(folderOf(from), path)]);

export function dartRule(tree: Tree): Rule {
  const packages = tree
    .manifestsNamed('pubspec.yaml')
    .map((path) => ({ name: /^name:\s*(\w+)/m.exec(tree.read(path))?.[1], folder: folderOf(path) }));
  return (from, quoted) => {
    const [, name = '', inside] = /^package:(\w+)\/(.+)$/.exec(unquoted(quoted)) ?? [];
    if (inside === undefined) return /^dart:/.test(quoted) ? [] : beside(tree, from, unquoted(quoted));
    // Examples have packages of the same name each: one of their own project.
    const project = (path: string) => path.split('/', 2).join('/');
    const named = packages.filter((one) => one.name === name);
    const own = named.filter(({ folder }) => project(folder) === project(from));
    return (own.length > 0 ? own : named).flatMap(({ folder }) => tree.first([join(folder, 'lib', inside)]));
  };
}

/** What remappings.txt says, and packages by the name in package.json. */
export function solidityRule(tree: Tree): Rule {
  const prefixes = tree.manifests.flatMap((path): [string, string][] => {
    const text = tree.read(path);
    if (path.endsWith('remappings.txt'))
      return [...text.matchAll(/^(\S+?)=(\S+)$/gm)].map(([, a, b]) => [a as string, b as string]);
    const name = path.endsWith('package.json') ? /^\s*"name":\s*"([^"]+)"/m.exec(text)?.[1] : undefined;
    return name === undefined ? [] : [[`${name}/`, `${folderOf(path)}/`]];
  });
  return (from, quoted) => {
    const path = unquoted(quoted);
    if (path.startsWith('.')) return beside(tree, from, path);
    const [prefix, target] = prefixes.find(([start]) => path.startsWith(start)) ?? ['', ''];
    return tree.first([join(target, path.slice(prefix.length)).replace(/^\//, '')]);
  };
}

/** A path with its extension; a module by its name, where build.zig says the name and the path. */
export function zigRule(tree: Tree): Rule {
  const builds = tree.manifestsNamed('build.zig').map((path) => tree.read(path));
  return (from, quoted) => {
    const path = unquoted(quoted);
    if (/\.z(?:ig|on)$/.test(path)) return beside(tree, from, path);
    if (!builds.some((text) => text.includes(`"${path}"`))) return [];
    return tree.endingIn(`${path}.zig`).filter((file) => builds.some((text) => text.includes(`"${file}"`)));
  };
}

/** `a.b` is `a/b.lua` or `a/b/init.lua` below the folder of the file or one above it, or a folder of sources. */
export function luaRule(tree: Tree): Rule {
  const roots = [...new Set([...tree.paths].flatMap(foldersAbove))].filter((folder) =>
    /(?:^|\/)(?:lua|src|lib|spec|tests?)$/.test(folder),
  );
  return (from, quoted) => {
    const path = unquoted(quoted).replaceAll('.', '/');
    return tree.first(
      [...foldersAbove(from).reverse(), '', ...roots].flatMap((root) => [
        join(root, `${path}.lua`),
        join(root, path, 'init.lua'),
      ]),
    );
  };
}

/** What is imported ends the path of the file, whole: roots are given on the command line of the compiler. */
export function endingRule(tree: Tree, ending = ''): Rule {
  return (from, quoted) => {
    const path = unquoted(quoted).replace(/^res:\/\//, '') + ending;
    const near = beside(tree, from, path);
    return near.length > 0 ? near : tree.endingIn(path.replace(/^(?:\.\.?\/)+/, ''));
  };
}

/** `A::B` is `A/B.pm`, below a folder that is no part of a module's name itself. */
export function perlRule(tree: Tree, extension: RegExp): Rule {
  const modules = new Map<string, string[]>();
  for (const path of tree.paths) {
    if (!extension.test(path)) continue;
    const segments = path.replace(extension, '').split('/');
    const start = segments.findLastIndex((segment) => /^(?:lib|t|inc|local|blib|bin)$/.test(segment)) + 1;
    const name = segments.slice(start).join('::');
    modules.set(name, [...(modules.get(name) ?? []), path]);
  }
  return (from, written) => {
    const path = unquoted(written);
    if (/\.p[lm]$/.test(path)) return [...beside(tree, from, path), ...tree.endingIn(path)];
    return modules.get(path) ?? [];
  };
}

/** Targets of Package.swift by name: the path that is stated, else a folder of the name. */
export function swiftRule(tree: Tree): Rule {
  const targets = new Map<string, string>();
  for (const manifest of tree.manifestsNamed('Package.swift')) {
    const text = tree.read(manifest);
    for (const [, name = '', rest = ''] of text.matchAll(
      /\.(?:target|executableTarget|testTarget|macro|plugin)\(\s*name:\s*"([^"]+)"((?:(?!\.(?:target|executableTarget|testTarget|macro|plugin)\()[\s\S])*)/g,
    )) {
      const path = /\bpath:\s*"([^"]+)"/.exec(rest)?.[1];
      const usual = [`Sources/${name}`, `Tests/${name}`, `Plugins/${name}`, `Source/${name}`];
      const folder = path ?? usual.find((one) => tree.below(join(folderOf(manifest), one)).length > 0);
      if (folder !== undefined) targets.set(name, join(folderOf(manifest), folder));
    }
  }
  return (_, specifier) => {
    const folder = targets.get(specifier.split('.', 1)[0] as string);
    return folder === undefined ? [] : tree.below(folder);
  };
}

/** A file of the library around, or a library by the name that its dune file gives it. */
export function ocamlRule(tree: Tree): Rule {
  const libraries = new Map<string, string>();
  for (const path of tree.manifestsNamed('dune')) {
    const name = /\(name\s+(\w+)\)/.exec(tree.read(path))?.[1];
    if (name !== undefined) libraries.set(name.toLowerCase(), folderOf(path));
  }
  const filesOf = (folder: string, name: string) =>
    ['.ml', '.mli'].map((end) => join(folder, name + end)).filter((path) => tree.paths.has(path));
  return (from, specifier) => {
    const [first = '', second] = specifier.split('.').map((name) => name[0]?.toLowerCase() + name.slice(1));
    const own = filesOf(folderOf(from), first);
    if (own.length > 0) return own;
    const library = libraries.get(first.toLowerCase());
    // What is opened of a library later may be any of its modules.
    if (library === undefined) return [...libraries.values()].flatMap((folder) => filesOf(folder, first));
    return [...filesOf(library, first), ...(second === undefined ? [] : filesOf(library, second))];
  };
}

/** The names of files in small letters, a dash for each dot. Spec and body. */
export function adaRule(tree: Tree): Rule {
  return (_, specifier) => {
    const stem = specifier.toLowerCase().replaceAll('.', '-');
    return [`${stem}.ads`, `${stem}.adb`].flatMap((name) => tree.endingIn(name));
  };
}

/** A file of that name, wherever it lies. */
export function rescriptRule(tree: Tree): Rule {
  return (_, specifier) => {
    const [first = ''] = specifier.split('.');
    return [`${first}.res`, `${first}.resi`].flatMap((name) => tree.endingIn(name));
  };
}

/** The path of the package and the name of the file, or of what is in it. */
export function haxeRule(tree: Tree): Rule {
  return (_, specifier) => {
    const path = specifier.replace(/\.\*$/, '').replaceAll('.', '/');
    const own = tree.endingIn(`${path}.hx`);
    return own.length > 0 || !path.includes('/') ? own : tree.endingIn(`${folderOf(path)}.hx`);
  };
}

/** With the variables before it left out: beside the file, or where the rest ends a path. */
export function shellRule(tree: Tree): Rule {
  const variable = /\$\{[^{}]*\}|\$\([^()]*\)|\$\w+/g;
  return (from, written) => {
    const plain = written.replace(/["']/g, '').replace(variable, '.').replace(variable, '.');
    const path = plain.replace(/^(?:\.\/)+/, './');
    if (/[$~*]|^\/(?:etc|usr|opt)|\/\.\//.test(path)) return [];
    const rest = path.replace(/^(?:\.\.?\/)+/, '');
    const near = [path, `${path}.bash`, `${path}.sh`].flatMap((one) => beside(tree, from, one));
    return near.length > 0 || plain === written ? near : tree.endingIn(rest);
  };
}

/** A partial is written without its underscore; beside the file, or in a folder that Jekyll or a build adds. */
export function sassRule(tree: Tree): Rule {
  return (from, quoted) => {
    const path = unquoted(quoted);
    const name = path.slice(path.lastIndexOf('/') + 1);
    const stem = path.slice(0, path.length - name.length);
    const names = [`${name}.scss`, `_${name}.scss`, name, `${name}/_index.scss`, `${name}/index.scss`];
    const near = names.flatMap((one) => beside(tree, from, stem + one));
    const added = names.flatMap((one) => tree.endingIn(`_sass/${stem}${one}`));
    return near.length > 0 ? near.slice(0, 1) : added;
  };
}

/** A folder with its CMakeLists.txt; a file; a module in a folder of that name. Packages that are found are others'. */
export function cmakeRule(tree: Tree): Rule {
  return (from, written) => {
    const path = written.replace(/^\$\{\w*(?:SOURCE_DIR|LIST_DIR)\}\//, '');
    const near = [`${path}/CMakeLists.txt`, path, `${path}.cmake`].flatMap((one) => [
      ...beside(tree, from, one),
      ...(path === written ? [] : tree.first([one])),
    ]);
    return near.length > 0 || path.includes('/') ? near : tree.endingIn(`cmake/${path}.cmake`);
  };
}
