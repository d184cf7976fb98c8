import { createImportResolver } from '../graph/imports/resolve.ts';
import type { SourceTree } from '../model.ts';

/** What one file uses. */
export interface ImportedUse {
  count: number;
  /** 1-based line of the first use. */
  line: number;
  /** Paths of the files that export what is used. */
  definedIn: readonly string[];
}

/** What `export { default as X } from` takes; the name in a file that says `export default` without one. */
const UNNAMED = 'default';

/**
 * By path, the uses of a default export under the names that importing files give it: what they
 * call `create` may be `makeThing` here. `definers`: paths of the files that define `name`.
 */
export function usesByDefaultImport(
  { files }: SourceTree,
  name: string,
  definers: ReadonlySet<string>,
): ReadonlyMap<string, ImportedUse> {
  const exporting = new Set<number>();
  files.forEach(({ path, tags }, index) => {
    if (definers.has(path) && (tags.defaultExport ?? UNNAMED) === name) exporting.add(index);
  });
  if (exporting.size === 0) return new Map();
  const resolver = createImportResolver(files);
  const found = new Map<string, ImportedUse>();
  for (const [index, { path, tags }] of files.entries()) {
    const add = (use: ImportedUse) => found.set(path, withUses(found.get(path), use));
    const sources = new Map<string, readonly string[]>();
    for (const written of tags.imports) {
      const { local, names, line } = written;
      const isRenamed = names.includes(UNNAMED);
      if (isRenamed || (local !== undefined && local !== name)) {
        const meant = resolver.resolve(index, written).filter((target) => exporting.has(target));
        const definedIn = meant.map((target) => files[target]?.path ?? '');
        if (isRenamed && meant.length > 0) add({ count: 1, line, definedIn });
        if (local !== undefined && meant.length > 0) sources.set(local, definedIn);
      }
    }
    for (const { name: local, count, line } of sources.size > 0 ? tags.references : []) {
      const definedIn = sources.get(local);
      if (definedIn) add({ count, line, definedIn });
    }
  }
  return found;
}

export function withUses(known: ImportedUse | undefined, more: ImportedUse): ImportedUse {
  return {
    count: (known?.count ?? 0) + more.count,
    line: Math.min(known?.line ?? more.line, more.line),
    definedIn: [...new Set([...(known?.definedIn ?? []), ...more.definedIn])],
  };
}
