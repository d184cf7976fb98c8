import type {
  Definition,
  DefinitionKind,
  FileTags,
  Import,
  SourceFile,
  SourceTree,
} from '../../../src/map/model.ts';

export interface FileSketch {
  defines?: readonly (string | [name: string, kind: DefinitionKind])[];
  uses?: readonly (string | [name: string, count: number])[];
  imports?: readonly (string | [specifier: string, names: readonly string[]])[];
  words?: readonly string[];
  sizeBytes?: number;
}

/** A tree from names alone; definition n stands on lines 3n + 1 to 3n + 3. */
export function treeOf(sketches: Readonly<Record<string, FileSketch>>): SourceTree {
  const files = Object.entries(sketches).map(([path, sketch]) => sourceFile(path, sketch));
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), skipped: [] };
}

function sourceFile(
  path: string,
  { defines = [], uses = [], imports = [], words = [], sizeBytes }: FileSketch,
): SourceFile {
  const definitions = defines.map((one, index): Definition => {
    const [name, kind] = typeof one === 'string' ? ([one, 'function'] as const) : one;
    const line = 3 * index + 1;
    return {
      name,
      kind,
      line,
      startLine: line,
      endLine: line + 2,
      row: `def ${name}`,
      parent: -1,
      exported: true,
    };
  });
  const references = uses.map((one) => {
    const [name, count] = typeof one === 'string' ? ([one, 1] as const) : one;
    return { name, count, line: 1 };
  });
  const written = imports.map((one): Import => {
    const [specifier, names] = typeof one === 'string' ? ([one, []] as const) : one;
    return { specifier, names, line: 1 };
  });
  const all = [
    ...new Set([...definitions.map(({ name }) => name), ...references.map(({ name }) => name), ...words]),
  ];
  const tags: FileTags = {
    language: 'python',
    reader: 'grammar',
    lineCount: 3 * definitions.length + 1,
    definitions,
    references,
    imports: written,
    namespace: '',
    words: { words: all, counts: all.map(() => 1), commentCounts: all.map(() => 0) },
    generated: false,
  };
  return { path, sizeBytes: sizeBytes ?? 100 + 40 * definitions.length, mtimeMs: 0, tags };
}
