import { DirectedGraph } from 'graphology';
import Sigma from 'sigma';
import type { Colours } from './colours.ts';
import { drawFolders } from './folder-layer.ts';
import {
  FADED,
  type LinkLook,
  type NodeLook,
  QUIET_LINK,
  sigmaOptions,
  USED_BY,
  USES,
} from './graph-style.ts';
import { drawLabels } from './label-layer.ts';
import { type Layout, layOut } from './layout.ts';
import type { FileNode, Neighbour, PageModel } from './model.ts';
import type { Theme } from './theme.ts';
import { createTransition } from './transition.ts';

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

/** Without a focus only the strongest links are drawn: all of a large tree's are a grey cloud. */
const OVERVIEW_LINKS = 160;
const FOCUS_LINKS = 100;
const LABELLED_NEIGHBOURS = 8;

/** @throws when the browser has no WebGL 2. */
export function createGraphView(
  container: HTMLElement,
  model: PageModel,
  onPick: (file: FileNode | undefined) => void,
): GraphView {
  const graph = new DirectedGraph<NodeLook, LinkLook>();
  for (const file of model.files) graph.addNode(file.index, { x: 0, y: 0, size: 1 });
  const strongest = strongestLinks(model);
  let theme: Theme = 'light';
  let order: readonly FileNode[] = model.files;
  let named: ReadonlySet<FileNode> = new Set();
  let hovered: FileNode | undefined;
  let layout = layOut(
    model.files,
    Float64Array.from(model.files, (file) => file.share),
  );
  place(layout);

  const sigma = new Sigma<NodeLook, LinkLook>(graph, container, sigmaOptions);
  sigma.setCustomBBox(layout.bounds);
  const transition = createTransition(model.files.length, place);
  const style = { position: 'absolute', inset: '0', width: '100%', height: '100%', pointerEvents: 'none' };
  const circles = sigma.createCanvas('folders', { beforeLayer: 'stage', style });
  const names = sigma.createCanvas('folder-names', { afterLayer: 'stage', style });
  sigma.on('afterRender', () => {
    drawFolders(sigma, circles, layout.folders, theme);
    const isFaded = (file: FileNode) => graph.getNodeAttribute(file.index, 'faded') === true;
    drawLabels(sigma, names, { layout, theme, files: order, named, isFaded, hovered });
  });
  sigma.on('clickNode', ({ node }) => onPick(model.files[Number(node)]));
  sigma.on('clickStage', () => onPick(undefined));
  sigma.on('enterNode', ({ node }) => {
    hovered = model.files[Number(node)];
    sigma.scheduleRender();
  });
  sigma.on('leaveNode', () => {
    hovered = undefined;
    sigma.scheduleRender();
  });

  function place(next: Layout): void {
    layout = next;
    graph.updateEachNodeAttributes(
      (node, look) => {
        const { x, y, r } = next.files[Number(node)] ?? { x: 0, y: 0, r: 1 };
        return { ...look, x, y, size: r };
      },
      { attributes: ['x', 'y', 'size'] },
    );
  }

  function paint({ focus, colours }: Picture): void {
    const neighbours = focus ? nearest(focus) : [];
    const near = focus ? new Set([focus, ...neighbours]) : undefined;
    named = new Set(focus ? [focus, ...neighbours.slice(0, LABELLED_NEIGHBOURS)] : []);
    graph.updateEachNodeAttributes((node, look) => {
      const file = model.files[Number(node)];
      if (!file) return look;
      const faded = near ? !near.has(file) : false;
      const color = faded ? FADED[theme] : colours.of(file);
      return { ...look, color, faded };
    });
  }

  function link(focus: FileNode | undefined): void {
    graph.clearEdges();
    if (focus) {
      const strength = (links: readonly Neighbour[], weight: number) =>
        Math.sqrt(weight / (links[0]?.weight ?? 1));
      for (const { file, weight } of focus.usedBy.slice(0, FOCUS_LINKS)) {
        const size = 0.7 + 1.8 * strength(focus.usedBy, weight);
        graph.mergeEdge(file.index, focus.index, {
          color: USED_BY[theme],
          opacity: 0.8,
          head: 'arrow',
          size,
        });
      }
      for (const { file, weight } of focus.uses.slice(0, FOCUS_LINKS)) {
        const size = 0.7 + 1.8 * strength(focus.uses, weight);
        graph.mergeEdge(focus.index, file.index, { color: USES[theme], opacity: 0.8, head: 'arrow', size });
      }
      return;
    }
    for (const { from, to, weight } of strongest) {
      const size = 0.6 + 2.4 * Math.sqrt(weight / (strongest[0]?.weight ?? 1));
      graph.mergeEdge(from.index, to.index, { size, color: QUIET_LINK[theme], opacity: 0.45 });
    }
  }

  return {
    show(picture) {
      theme = picture.theme;
      order = [...model.files].sort(
        (a, b) => (picture.shares[b.index] ?? 0) - (picture.shares[a.index] ?? 0),
      );
      const next = layOut(model.files, picture.shares);
      sigma.setCustomBBox(next.bounds);
      paint(picture);
      link(picture.focus);
      transition.run(layout, next);
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
      camera.setState({ x: state.x + x * state.ratio, y: state.y + y * state.ratio });
    },
    resize() {
      sigma.resize(true);
      sigma.refresh();
    },
  };
}

const strongestLinks = ({ files }: PageModel) =>
  files
    .flatMap((from) => from.uses.map(({ file, weight }) => ({ from, to: file, weight })))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, OVERVIEW_LINKS);

/** The files whose links are drawn, by the strength of the strongest. */
const nearest = (focus: FileNode): FileNode[] =>
  [...focus.usedBy.slice(0, FOCUS_LINKS), ...focus.uses.slice(0, FOCUS_LINKS)]
    .sort((a, b) => b.weight - a.weight)
    .map(({ file }) => file);
