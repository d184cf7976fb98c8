import type { Graph } from './build.ts';
import { type CompiledWords, compileWords } from './compile.ts';

/** The words of all files end to end, so that a query runs over them in one loop: file i owns `starts[i]` to `starts[i + 1]`. */
export interface WordColumn {
  files: readonly CompiledWords[];
  starts: Int32Array;
  ids: Int32Array;
}

const columns = new WeakMap<Graph, WordColumn>();

export function wordColumn(graph: Graph): WordColumn {
  const column = columns.get(graph) ?? layOut(graph);
  columns.set(graph, column);
  return column;
}

function layOut({ tree, cache }: Graph): WordColumn {
  const files = tree.files.map(({ tags }) => compileWords(tags, cache));
  const starts = new Int32Array(files.length + 1);
  files.forEach(({ wordIds }, file) => {
    starts[file + 1] = (starts[file] as number) + wordIds.length;
  });
  const ids = new Int32Array(starts[files.length] as number);
  files.forEach(({ wordIds }, file) => {
    ids.set(wordIds, starts[file]);
  });
  return { files, starts, ids };
}
