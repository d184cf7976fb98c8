import { type HierarchyCircularNode, type HierarchyNode, hierarchy, pack } from 'd3-hierarchy';
import type { FileNode } from './model.ts';

export interface Circle {
  x: number;
  y: number;
  r: number;
}

export interface FolderCircle extends Circle {
  path: string;
  /** What is written on it: a chain of folders with nothing else in them is one label. */
  label: string;
  depth: number;
}

export interface Layout {
  /** By file number. */
  files: readonly Circle[];
  /** Outer before inner. */
  folders: readonly FolderCircle[];
  /** What the outermost circles cover. */
  bounds: { x: [number, number]; y: [number, number] };
}

interface Branch {
  path: string;
  label: string;
  children: Map<string, Branch>;
  files: FileNode[];
}

type Datum = { branch: Branch } | { file: FileNode };

/** Side of the square that the layout is packed into; y grows upward, as sigma draws it. */
const LAYOUT_SIZE = 1000;

/** Circles by share inside circles by folder. The area of a file grows with its share, over a floor that keeps all visible. */
export function layOut(files: readonly FileNode[], shares: ArrayLike<number>): Layout {
  const floor = 0.12 / Math.max(1, files.length);
  const sized = (shareOf: (file: FileNode) => number) => (datum: Datum) =>
    'file' in datum ? floor + shareOf(datum.file) : 0;
  // Sorted by the map's own ranking whatever the sizes are, so that things keep their places when the focus moves.
  const root = hierarchy<Datum>({ branch: foldChains(growTree(files)) }, childrenOf)
    .sum(sized((file) => file.share))
    .sort(byShare)
    .sum(sized((file) => shares[file.index] ?? 0));
  const packed = pack<Datum>()
    .size([LAYOUT_SIZE, LAYOUT_SIZE])
    .padding((node) => (node.depth === 0 ? 8 : 1.6))(root);
  const circles: Circle[] = new Array(files.length);
  const folders: FolderCircle[] = [];
  for (const node of packed.descendants()) {
    const circle = circleOf(node);
    if ('file' in node.data) circles[node.data.file.index] = circle;
    else if (node.depth > 0) {
      const { path, label } = node.data.branch;
      folders.push({ ...circle, path, label, depth: node.depth });
    }
  }
  return { files: circles, folders, bounds: boundsOf((packed.children ?? [packed]).map(circleOf)) };
}

function boundsOf(circles: readonly Circle[]): Layout['bounds'] {
  const [least, most] = [Math.min, Math.max];
  return {
    x: [least(...circles.map(({ x, r }) => x - r)), most(...circles.map(({ x, r }) => x + r))],
    y: [least(...circles.map(({ y, r }) => y - r)), most(...circles.map(({ y, r }) => y + r))],
  };
}

const circleOf = ({ x, y, r }: HierarchyCircularNode<Datum>): Circle => ({ x, y: LAYOUT_SIZE - y, r });

const childrenOf = (datum: Datum): Datum[] =>
  'file' in datum
    ? []
    : [
        ...[...datum.branch.children.values()].map((branch) => ({ branch })),
        ...datum.branch.files.map((file) => ({ file })),
      ];

const nameOf = (datum: Datum) => ('file' in datum ? datum.file.path : datum.branch.path);

const byShare = (a: HierarchyNode<Datum>, b: HierarchyNode<Datum>) =>
  (b.value ?? 0) - (a.value ?? 0) || (nameOf(a.data) < nameOf(b.data) ? -1 : 1);

function growTree(files: readonly FileNode[]): Branch {
  const root: Branch = { path: '', label: '', children: new Map(), files: [] };
  for (const file of files) {
    let branch = root;
    for (const name of file.folder === '' ? [] : file.folder.split('/')) {
      const path = branch.path === '' ? name : `${branch.path}/${name}`;
      const child = branch.children.get(name) ?? { path, label: name, children: new Map(), files: [] };
      branch.children.set(name, child);
      branch = child;
    }
    branch.files.push(file);
  }
  return root;
}

/** `src/main/java/org` with one folder in each is one circle, not four rings. */
function foldChains(branch: Branch): Branch {
  const only =
    branch.children.size === 1 && branch.files.length === 0 ? [...branch.children.values()][0] : undefined;
  if (only) {
    const folded = foldChains(only);
    return { ...folded, label: branch.label === '' ? folded.label : `${branch.label}/${folded.label}` };
  }
  const children = new Map([...branch.children].map(([name, child]) => [name, foldChains(child)]));
  return { ...branch, children };
}
