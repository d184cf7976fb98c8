import type { PageData, PageDefinition } from './page-data.ts';

export interface FileNode {
  index: number;
  path: string;
  folder: string;
  name: string;
  language: string;
  share: number;
  lines: number;
  definitionCount: number;
  definitions: readonly PageDefinition[];
  why: readonly (readonly [string, number, readonly string[]])[];
  /** Names of the definitions that represent it, best first. */
  topNames: readonly string[];
  /** Links by weight, strongest first. */
  uses: Neighbour[];
  usedBy: Neighbour[];
}

export interface Neighbour {
  file: FileNode;
  weight: number;
  names: readonly string[];
}

export interface PageModel {
  data: PageData;
  /** In order of rank. */
  files: readonly FileNode[];
  byPath: ReadonlyMap<string, FileNode>;
}

export function createModel(data: PageData): PageModel {
  const files = data.files.map(
    ([path, language, share, lines, definitionCount, definitions, why, topNames], index): FileNode => {
      const slash = path.lastIndexOf('/');
      return {
        index,
        path,
        folder: path.slice(0, Math.max(0, slash)),
        name: path.slice(slash + 1),
        language: data.languages[language] ?? '',
        share,
        lines,
        definitionCount,
        definitions,
        why,
        topNames,
        uses: [],
        usedBy: [],
      };
    },
  );
  for (const [from, to, weight, names] of data.links) {
    const [user, used] = [files[from], files[to]];
    if (!user || !used) continue;
    user.uses.push({ file: used, weight, names });
    used.usedBy.push({ file: user, weight, names });
  }
  for (const file of files) {
    file.uses.sort((a, b) => b.weight - a.weight);
    file.usedBy.sort((a, b) => b.weight - a.weight);
  }
  return { data, files, byPath: new Map(files.map((file) => [file.path, file])) };
}
