import type { Definition, DefinitionKind, FileTags, SourceTree } from '../../../src/map/model.ts';

/** What a file of a small tree defines and uses. */
export interface SmallFile {
  /** Default: python. */
  language?: string;
  defines?: readonly (string | Partial<Definition>)[];
  imports?: readonly string[];
  /** Names of code, on line 1 unless it is said; a name given twice counts twice. */
  uses?: readonly (string | { name: string; line: number })[];
  /** Words of comments and strings, on top of the names of code. */
  says?: readonly string[];
}

/** A tree as the reader would give it, sorted by path. */
export function smallTree(files: Readonly<Record<string, SmallFile>>): SourceTree {
  const paths = Object.keys(files).sort();
  return {
    files: paths.map((path) => ({ path, sizeBytes: 100, mtimeMs: 0, tags: tagsOf(files[path] ?? {}) })),
    skipped: [],
  };
}

function tagsOf({
  language = 'python',
  defines = [],
  uses = [],
  imports = [],
  says = [],
}: SmallFile): FileTags {
  const definitions = defines.map((given, index) =>
    definitionOf(typeof given === 'string' ? { name: given } : given, index + 1),
  );
  const places = uses.map((use) => (typeof use === 'string' ? { name: use, line: 1 } : use));
  const names = places.map(({ name }) => name);
  const lines = new Map([...places].reverse().map(({ name, line }) => [name, line]));
  const words = count([...definitions.map(({ name }) => name), ...names, ...says]);
  return {
    language,
    reader: 'grammar',
    lineCount: 100,
    definitions,
    references: [...count(names)].map(([name, times]) => ({
      name,
      count: times,
      line: lines.get(name) ?? 1,
    })),
    imports: imports.map((specifier) => ({ specifier, names: [], line: 1 })),
    namespace: '',
    words: {
      words: [...words.keys()],
      counts: [...words.values()],
      commentCounts: [...words.keys()].map(() => 0),
    },
    generated: false,
  };
}

function definitionOf(given: Partial<Definition>, line: number): Definition {
  const kind: DefinitionKind = 'function';
  return {
    name: 'unnamed',
    kind,
    line,
    startLine: line,
    endLine: line,
    row: `def ${given.name}():`,
    parent: -1,
    exported: true,
    ...given,
  };
}

function count(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
