import type { FileLink } from '../model.ts';
import type { Graph } from './build.ts';
import { kinsOf } from './names/language-families.ts';

/** Names told per link, and definers past which a name that no import resolves links nobody. */
const MOST_NAMES = 8;
const MOST_DEFINERS = 8;
/** The id of no name and of no edge. */
const NO_NAME = -2;

/**
 * The edges of the graph file by file, or of these the ones by one name: shared names are handed out to their definers
 * here, and only here.
 */
export function listLinks(graph: Graph, onlyName?: string): FileLink[] {
  const { edges, tree, cache } = graph;
  const only = onlyName === undefined ? undefined : (cache.vocabulary.find(onlyName) ?? NO_NAME);
  const definers = definersOfSharedNames(graph, only);
  const kins = kinsOf(graph.files);
  const links: FileLink[] = [];
  tree.files.forEach(({ path }, from) => {
    const found = new Map<number, { weight: number; names: Map<number, number> }>();
    const note = (target: number, name: number, weight: number): void => {
      if (target === from) return;
      let link = found.get(target);
      if (link === undefined) {
        link = { weight: 0, names: new Map() };
        found.set(target, link);
      }
      link.weight += weight;
      if (name >= 0) link.names.set(name, (link.names.get(name) ?? 0) + weight);
    };
    for (let edge = edges.starts[from] as number; edge < (edges.starts[from + 1] as number); edge++) {
      const target = edges.targets[edge] as number;
      const name = edges.names[edge] as number;
      if (only !== undefined && name !== only) continue;
      const weight = edges.weights[edge] as number;
      if (target >= 0) note(target, name, weight);
      else
        for (const definer of definers.get(name) ?? [])
          if (kins.fileCanMean(from, definer)) note(definer, name, weight / -target);
    }
    for (const target of [...found.keys()].sort((a, b) => a - b)) {
      const link = found.get(target) as { weight: number; names: Map<number, number> };
      const names = [...link.names].map(([name, weight]) => ({
        text: onlyName ?? (cache.vocabulary.words[name] as string),
        weight,
      }));
      names.sort((a, b) => b.weight - a.weight || (a.text < b.text ? -1 : 1));
      links.push({
        from: path,
        to: (tree.files[target] as { path: string }).path,
        weight: link.weight,
        names: names.slice(0, MOST_NAMES).map(({ text }) => text),
      });
    }
  });
  return links;
}

function definersOfSharedNames(graph: Graph, only: number | undefined): Map<number, number[]> {
  const definers = new Map<number, number[]>();
  graph.files.forEach(({ ownNames }, file) => {
    for (const name of ownNames) {
      if (only !== undefined && name !== only) continue;
      const count = graph.definerCounts[name] as number;
      if (count < 2 || count > MOST_DEFINERS || graph.userCounts[name] === 0) continue;
      const list = definers.get(name);
      if (list === undefined) definers.set(name, [file]);
      else list.push(file);
    }
  });
  return definers;
}
