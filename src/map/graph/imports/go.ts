import { append, type ImportRule, NO_FILES, type TreePaths } from './tree-paths.ts';

/** A package path is the module's path and a folder below it. All files of the folder are meant, but for its tests. */
export function goRule(paths: TreePaths, module: string): ImportRule {
  return (_, specifier) => {
    if (module === '' || (specifier !== module && !specifier.startsWith(`${module}/`))) return NO_FILES;
    const files = paths.byFolder.get(specifier.slice(module.length + 1)) ?? NO_FILES;
    return files.filter((file) => /(?<!_test)\.go$/.test((paths.files[file] as { path: string }).path));
  };
}

/**
 * The module's path, which go.mod says, told from the imports: what stands before the names of the tree's folders in
 * the most of them. '' where no import names a folder of the tree.
 */
export function inferGoModule(paths: TreePaths): string {
  const folders = new Set<string>();
  const written = new Set<string>();
  for (const { path, tags } of paths.files) {
    if (tags.language !== 'go') continue;
    folders.add(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
    for (const { specifier } of tags.imports) written.add(specifier.replace(/^["`]|["`]$/g, ''));
  }
  const suffixes = new Map<string, string[]>();
  for (const specifier of written) {
    for (let cut = specifier.indexOf('/'); cut > 0; cut = specifier.indexOf('/', cut + 1)) {
      const suffix = specifier.slice(cut + 1);
      if (folders.has(suffix)) append(suffixes, specifier.slice(0, cut), suffix);
    }
  }
  let module = '';
  let most = 0;
  for (const [prefix, found] of [...suffixes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    // The standard library has no dot in its first segment; a module seldom has none.
    const votes = found.length * (prefix.split('/', 1)[0]?.includes('.') ? 2 : 1);
    if (votes > most) [module, most] = [prefix, votes];
  }
  return module;
}
