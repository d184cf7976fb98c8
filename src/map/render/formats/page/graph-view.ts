import { DirectedGraph } from 'graphology';
import Sigma from 'sigma';
import { extremityArrow, layerPlain, pathCurved, pathLoop } from 'sigma/rendering';
import type { Colours } from './colours.ts';
import { drawFolders } from './folder-layer.ts';
import { type Circle, LAYOUT_SIZE, layOut } from './layout.ts';
import type { FileNode, Neighbour, PageModel } from './model.ts';
import type { Theme } from './theme.ts';

export interface Picture {
  /** Shares by file number: the sizes. */
  shares: ArrayLike<number>;
  /** Its links are drawn, and all that it has nothing to do with is faded. */
  focus: FileNode | undefined;
  colours: Colours;
  theme: Theme;
}

export interface GraphView {
  show(picture: Picture): void;
  zoom(step: 'in' | 'out' | 'all'): void;
  /** In parts of the visible width and height. */
  pan(x: number, y: number): void;
  resize(): void;
}

const INK = { light: '#1c2230', dark: '#eef0f7' };
const PAPER = { light: '#ffffff', dark: '#1a1f2b' };
const FADED = { light: '#dde1ea', dark: '#2b3140' };
const USES = { light: '#2563c9', dark: '#7ea6ff' };
const USED_BY = { light: '#c2410c', dark: '#ffb067' };
const QUIET_LINK = { light: '#aab3cc', dark: '#454e66' };
/** Without a focus only the strongest links are drawn: all of a large tree's are a grey cloud. */
const OVERVIEW_LINKS = 160;
const FOCUS_LINKS = 100;
const LABELLED_NEIGHBOURS = 12;
const MOVE_MS = 500;

/** @throws when the browser has no WebGL 2. */
export function createGraphView(
  container: HTMLElement,
  model: PageModel,
  onPick: (file: FileNode | undefined) => void,
): GraphView {
  const graph = new DirectedGraph();
  for (const file of model.files) graph.addNode(file.index, { x: 0, y: 0, size: 1, label: file.name });
  const strongest = model.files
    .flatMap((from) => from.uses.map(({ file, weight }) => ({ from, to: file, weight })))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, OVERVIEW_LINKS);
  let theme: Theme = 'light';
  let layout = layOut(
    model.files,
    model.files.map((file) => file.share),
  );
  let moving = 0;
  place(layout.files);

  const sigma = new Sigma(graph, container, {
    primitives: {
      edges: {
        paths: [pathCurved({ curvature: 0.22 }), pathLoop()],
        extremities: [extremityArrow({ lengthRatio: 4, widthRatio: 3.2 })],
        layers: [layerPlain()],
      },
    },
    styles: {
      nodes: {
        x: { attribute: 'x' },
        y: { attribute: 'y' },
        size: { attribute: 'size', defaultValue: 1 },
        color: { attribute: 'color', defaultValue: '#888888' },
        label: { attribute: 'label' },
        labelSize: 12,
        labelFont: 'system-ui, sans-serif',
        labelColor: { attribute: 'ink', defaultValue: '#1c2230' },
        labelBackgroundColor: { attribute: 'paper', defaultValue: '#ffffff' },
        labelBackgroundPadding: 2,
        labelVisibility: (attributes, state) =>
          state.isHovered || attributes.named ? 'visible' : attributes.faded ? 'hidden' : 'auto',
        depth: (attributes, state) => (state.isHovered || attributes.named ? 'topNodes' : 'nodes'),
        cursor: 'pointer',
      },
      edges: {
        size: { attribute: 'size', defaultValue: 1 },
        color: { attribute: 'color', defaultValue: '#aab3cc' },
        opacity: { attribute: 'opacity', defaultValue: 1 },
        head: { attribute: 'head', defaultValue: 'none' },
        path: 'curved',
        depth: 'topEdges',
      },
    },
    settings: {
      itemSizesReference: 'positions',
      zoomToSizeRatioFunction: (ratio) => ratio,
      stagePadding: 28,
      labelRenderedSizeThreshold: 9,
      labelDensity: 0.9,
      labelGridCellSize: 90,
      minCameraRatio: 0.005,
      maxCameraRatio: 1.5,
      enableCameraRotation: false,
      enableCameraMouseRotation: false,
    },
  });
  sigma.setCustomBBox({ x: [0, LAYOUT_SIZE], y: [0, LAYOUT_SIZE] });
  const canvas = sigma.createCanvas('folders', {
    beforeLayer: 'stage',
    style: { width: '100%', height: '100%' },
  });
  sigma.on('afterRender', () => drawFolders(sigma as unknown as Sigma, canvas, layout.folders, theme));
  sigma.on('clickNode', ({ node }) => onPick(model.files[Number(node)]));
  sigma.on('clickStage', () => onPick(undefined));

  function place(circles: readonly Circle[]): void {
    graph.updateEachNodeAttributes(
      (node, attributes) => {
        const { x, y, r } = circles[Number(node)] ?? { x: 0, y: 0, r: 1 };
        return { ...attributes, x, y, size: r };
      },
      { attributes: ['x', 'y', 'size'] },
    );
  }

  function paint({ focus, colours }: Picture): void {
    const near = new Set(focus ? [focus, ...neighbours(focus).map(({ file }) => file)] : model.files);
    const named = new Set(
      focus
        ? [
            focus,
            ...neighbours(focus)
              .slice(0, LABELLED_NEIGHBOURS)
              .map(({ file }) => file),
          ]
        : [],
    );
    graph.updateEachNodeAttributes((node, attributes) => {
      const file = model.files[Number(node)];
      if (!file) return attributes;
      const faded = !near.has(file);
      return {
        ...attributes,
        color: faded ? FADED[theme] : colours.of(file),
        ink: INK[theme],
        paper: PAPER[theme],
        faded,
        named: named.has(file),
      };
    });
  }

  function link({ focus }: Picture): void {
    graph.clearEdges();
    if (!focus) {
      const most = strongest[0]?.weight ?? 1;
      for (const { from, to, weight } of strongest) {
        const size = 0.6 + 2.4 * Math.sqrt(weight / most);
        graph.mergeEdge(from.index, to.index, { size, color: QUIET_LINK[theme], opacity: 0.45 });
      }
      return;
    }
    const add = (from: FileNode, to: FileNode, color: string, strength: number) =>
      graph.mergeEdge(from.index, to.index, {
        color,
        opacity: 0.8,
        head: 'arrow',
        size: 0.7 + 1.8 * Math.sqrt(strength),
      });
    for (const { file, strength } of relative(focus.usedBy)) add(file, focus, USED_BY[theme], strength);
    for (const { file, strength } of relative(focus.uses)) add(focus, file, USES[theme], strength);
  }

  function moveTo(circles: readonly Circle[]): void {
    cancelAnimationFrame(moving);
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden) {
      place(circles);
      return;
    }
    const from = model.files.map(({ index }) => {
      const { x, y, size } = graph.getNodeAttributes(index);
      return { x: Number(x), y: Number(y), r: Number(size) };
    });
    const folders = { from: foldersNow(), to: layout.folders };
    const startMs = performance.now();
    const step = (nowMs: number) => {
      const time = Math.min(1, (nowMs - startMs) / MOVE_MS);
      const eased = 1 - (1 - time) ** 3;
      place(circles.map((to, index) => between(from[index] ?? to, to, eased)));
      layout = {
        files: circles,
        folders: folders.to.map((to) => ({ ...to, ...between(folders.from.get(to.path) ?? to, to, eased) })),
      };
      if (time < 1) moving = requestAnimationFrame(step);
    };
    step(startMs);
  }

  let drawnFolders = new Map<string, Circle>();
  const foldersNow = () => drawnFolders;

  return {
    show(picture) {
      theme = picture.theme;
      drawnFolders = new Map(layout.folders.map((folder) => [folder.path, folder]));
      layout = layOut(model.files, picture.shares);
      paint(picture);
      link(picture);
      moveTo(layout.files);
    },
    zoom(step) {
      const camera = sigma.getCamera();
      if (step === 'in') void camera.zoomIn();
      else if (step === 'out') void camera.zoomOut();
      else void camera.reset();
    },
    pan(x, y) {
      const camera = sigma.getCamera();
      const state = camera.getState();
      camera.setState({ ...state, x: state.x + x * state.ratio, y: state.y + y * state.ratio });
    },
    resize: () => {
      sigma.resize(true);
      sigma.refresh();
    },
  };
}

const between = (from: Circle, to: Circle, part: number): Circle => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
  r: from.r + (to.r - from.r) * part,
});

const neighbours = (file: FileNode): Neighbour[] =>
  [...file.usedBy.slice(0, FOCUS_LINKS), ...file.uses.slice(0, FOCUS_LINKS)].sort(
    (a, b) => b.weight - a.weight,
  );

function relative(links: readonly Neighbour[]): { file: FileNode; strength: number }[] {
  const most = links[0]?.weight ?? 1;
  return links.slice(0, FOCUS_LINKS).map(({ file, weight }) => ({ file, strength: weight / most }));
}
