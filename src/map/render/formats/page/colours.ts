import type { FileNode, PageModel } from './model.ts';

export type ColourBy = 'folder' | 'language';

/**
 * Eight hues that stay apart for colour-blind eyes and keep their contrast on both backgrounds, after Okabe and Ito
 * (2008), softened; the ninth is for all the rest.
 */
const HUES = {
  light: ['#3b6fd4', '#d9822b', '#1f9e77', '#c2549d', '#8a63d2', '#b8960c', '#2f9fc4', '#d1495b'],
  dark: ['#7ea6ff', '#ffb067', '#4fd1a5', '#f08fcf', '#b79bff', '#e6c84f', '#6fd0ee', '#ff8593'],
};
const REST = { light: '#8a8f9c', dark: '#8f95a6' };

export interface Colours {
  of(file: FileNode): string;
  /** Groups with their own colour, largest first, and 'other' when some have none. */
  legend: readonly { label: string; colour: string; files: number }[];
}

export function chooseColours({ files }: PageModel, by: ColourBy, theme: 'light' | 'dark'): Colours {
  const group = by === 'language' ? (file: FileNode) => file.language : folderGroups(files);
  const counts = new Map<string, number>();
  for (const file of files) counts.set(group(file), (counts.get(group(file)) ?? 0) + 1);
  const groups = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const colours = new Map(
    groups.slice(0, HUES[theme].length).map(([label], index) => [label, HUES[theme][index]]),
  );
  const others = groups.slice(HUES[theme].length).reduce((sum, [, count]) => sum + count, 0);
  return {
    of: (file) => colours.get(group(file)) ?? REST[theme],
    legend: [
      ...groups.slice(0, HUES[theme].length).map(([label, count]) => ({
        label,
        colour: colours.get(label) ?? REST[theme],
        files: count,
      })),
      ...(others ? [{ label: 'other', colour: REST[theme], files: others }] : []),
    ],
  };
}

/** The folders below the first fork of the tree: in `packages/a`, `packages/b` the shared `packages` says nothing. */
function folderGroups(files: readonly FileNode[]): (file: FileNode) => string {
  const common = commonFolders(files);
  return (file) => {
    const parts = file.folder === '' ? [] : file.folder.split('/');
    return parts.length > common ? parts.slice(common, common + 1).join('/') : 'top level';
  };
}

function commonFolders(files: readonly FileNode[]): number {
  const [first, ...others] = files.map((file) => file.folder.split('/').filter(Boolean));
  if (!first) return 0;
  let depth = first.length;
  for (const parts of others) {
    let same = 0;
    while (same < depth && parts[same] === first[same]) same += 1;
    depth = same;
  }
  // Where nearly everything lies in one folder, its own folders are what tells files apart.
  const top = new Map<string, number>();
  for (const parts of [first, ...others]) top.set(parts[depth] ?? '', (top.get(parts[depth] ?? '') ?? 0) + 1);
  const largest = Math.max(...top.values());
  return largest > files.length * 0.8 && [first, ...others].some((parts) => parts.length > depth + 1)
    ? depth + 1
    : depth;
}
