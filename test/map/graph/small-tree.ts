import type { Definition, DefinitionKind, FileTags, SourceTree } from '../../../src/map/model.ts';

/** What a file of a small tree defines and uses. */
export interface SmallFile {
  /** Default: python. */
  language?: string;
  defines?: readonly (string | Partial<Definition>)[];
  imports?: readonly string[];
  /** Names of code; a name given twice counts twice. */
  uses?: readonly string[];
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
  const used = count(uses);
  const words = count([...definitions.map(({ name }) => name), ...uses, ...says]);
  return {
    language,
    reader: 'grammar',
    lineCount: 100,
    definitions,
    references: [...used].map(([name, times]) => ({ name, count: times, line: 1 })),
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
