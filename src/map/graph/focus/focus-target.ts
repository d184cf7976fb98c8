import { TYPE_KINDS } from '../../model/definition-kinds.ts';
import { isMemberOf, parseSymbol } from '../../model/owner-of-definition.ts';
import { type Graph, tagsOf } from '../build.ts';
import { definersOfName } from '../definers-of-name.ts';
import { fileStem } from '../path-parts.ts';

/** What focus entries mean in a tree. */
export interface FocusTarget {
  /** Indices of the files in focus, ascending. */
  files: readonly number[];
  /** Ids of the names in focus: those of symbol entries, and all that files in focus define. */
  names: ReadonlySet<number>;
  /** Ids of names given as symbols. */
  symbols: ReadonlySet<number>;
  unmatched: readonly string[];
}

/** An entry is a path, a folder, the end of a path, the name of a file, or that of a definition; the first that fits. */
export function resolveFocus(graph: Graph, entries: readonly string[]): FocusTarget {
  const byPath = new Set<number>();
  const bySymbol = new Set<number>();
  const symbols = new Set<number>();
  const unmatched: string[] = [];
  for (const entry of entries) {
    if (entry.trim() === '') {
      unmatched.push(entry);
      continue;
    }
    const wanted = entry
      .trim()
      .replaceAll('\\', '/')
      .replace(/^(?:\.\/)+/, '')
      .replace(/\/+$/, '');
    const found = meansType(graph, wanted) ? [] : matchPaths(graph, wanted);
    for (const file of found) byPath.add(file);
    if (found.length > 0) continue;
    const definers = matchSymbol(graph, wanted, symbols);
    for (const file of definers) bySymbol.add(file);
    if (definers.length === 0) unmatched.push(entry);
  }
  const names = new Set(symbols);
  for (const file of byPath) for (const name of graph.files[file]?.ownNames ?? []) names.add(name);
  const files = [...new Set([...byPath, ...bySymbol])].sort((a, b) => a - b);
  return { files, names, symbols, unmatched };
}

/**
 * A name of several words with capitals that types bear, and no file: the type is meant, though a folder somewhere may be
 * called after it (`tests/CrawlerRunner/`).
 */
function meansType(graph: Graph, wanted: string): boolean {
  if (!/^\p{Lu}\w*\p{Ll}\w*\p{Lu}\w*$/u.test(wanted)) return false;
  const id = graph.cache.vocabulary.find(wanted);
  if (id === undefined || (graph.definerCounts[id] ?? 0) === 0) return false;
  const isNamed = ({ path }: { path: string }): boolean =>
    path.startsWith(`${wanted}/`) || fileStem(path) === wanted;
  if (graph.tree.files.some(isNamed)) return false;
  return [...definersOfName(graph, id)].some((file) =>
    tagsOf(graph, file).definitions.some(({ name, kind }) => name === wanted && TYPE_KINDS.has(kind)),
  );
}

function matchPaths(graph: Graph, wanted: string): number[] {
  const all = graph.tree.files;
  if (wanted === '' || wanted === '.') return [...all.keys()];
  const exact = graph.indexByPath.get(wanted);
  if (exact !== undefined) return [exact];
  const pick = (fits: (path: string) => boolean): number[] =>
    [...all.keys()].filter((file) => fits(all[file]?.path ?? ''));
  const inside = pick((path) => path.startsWith(`${wanted}/`));
  if (inside.length > 0) return inside;
  const ending = pick((path) => path.endsWith(`/${wanted}`) || path.includes(`/${wanted}/`));
  return ending.length > 0 || wanted.includes('/') ? ending : pick((path) => fileStem(path) === wanted);
}

/**
 * Looked up whole, then by the last part: where what it should stand in is known to have one, that is meant, else every
 * definition of the name.
 */
function matchSymbol(graph: Graph, wanted: string, symbols: Set<number>): number[] {
  const { name: last, container = '' } = parseSymbol(wanted);
  // What is written as a path is none of a member, whatever stands behind its dot.
  for (const name of wanted.includes('/') ? [wanted] : [wanted, last]) {
    const id = graph.cache.vocabulary.find(name);
    if (id === undefined || (graph.definerCounts[id] ?? 0) === 0) continue;
    symbols.add(id);
    const definers = [...definersOfName(graph, id)];
    const isMeant = isMemberOf(container);
    const meant = definers.filter((file) => {
      const tags = tagsOf(graph, file);
      return tags.definitions.some((one) => one.name === name && isMeant(tags, one));
    });
    return meant.length > 0 ? meant : definers;
  }
  return [];
}
