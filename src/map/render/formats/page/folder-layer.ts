import type Sigma from 'sigma';
import type { LinkLook, NodeLook } from './graph-style.ts';
import type { FolderCircle } from './layout.ts';
import type { Theme } from './theme.ts';

const FILL = { light: 'rgb(40 60 120 / 4.5%)', dark: 'rgb(160 180 255 / 5.5%)' };
const LINE = { light: 'rgb(40 60 120 / 16%)', dark: 'rgb(160 180 255 / 18%)' };
const INK = { light: '#4a5268', dark: '#a7aec4' };
const HALO = { light: 'rgb(248 249 252 / 85%)', dark: 'rgb(14 17 24 / 85%)' };
/** Smaller circles stay blank: a name that does not fit says nothing. */
const MIN_LABEL_RADIUS_PX = 44;

/** Folders as circles, below the files. */
export function drawFolders(
  sigma: Sigma<NodeLook, LinkLook>,
  canvas: HTMLCanvasElement,
  folders: readonly FolderCircle[],
  theme: Theme,
): void {
  const context = clear(sigma, canvas);
  if (!context) return;
  for (const { x, y, r } of place(sigma, folders)) {
    context.beginPath();
    context.arc(x, y, r, 0, 2 * Math.PI);
    context.fillStyle = FILL[theme];
    context.fill();
    context.strokeStyle = LINE[theme];
    context.stroke();
  }
}

/** Their names at the top of the rim, above the files: outer folders first, and none on top of another. */
export function drawFolderNames(
  sigma: Sigma<NodeLook, LinkLook>,
  canvas: HTMLCanvasElement,
  folders: readonly FolderCircle[],
  theme: Theme,
): void {
  const context = clear(sigma, canvas);
  if (context)
    drawNames(
      context,
      place(sigma, folders).filter(({ r }) => r >= MIN_LABEL_RADIUS_PX),
      theme,
    );
}

function clear(
  sigma: Sigma<NodeLook, LinkLook>,
  canvas: HTMLCanvasElement,
): CanvasRenderingContext2D | undefined {
  const { width, height } = sigma.getDimensions();
  const scale = window.devicePixelRatio || 1;
  if (canvas.width !== width * scale || canvas.height !== height * scale) {
    canvas.width = width * scale;
    canvas.height = height * scale;
  }
  const context = canvas.getContext('2d') ?? undefined;
  context?.setTransform(scale, 0, 0, scale, 0, 0);
  context?.clearRect(0, 0, width, height);
  return context;
}

function place(sigma: Sigma<NodeLook, LinkLook>, folders: readonly FolderCircle[]): Placed[] {
  const { width, height } = sigma.getDimensions();
  return folders
    .map((folder) => ({ folder, ...onScreen(sigma, folder) }))
    .filter(({ x, y, r }) => x + r > 0 && y + r > 0 && x - r < width && y - r < height && r > 1.5);
}

interface Placed {
  folder: FolderCircle;
  x: number;
  y: number;
  r: number;
}

function drawNames(context: CanvasRenderingContext2D, placed: readonly Placed[], theme: Theme): void {
  const taken: { left: number; right: number; top: number; bottom: number }[] = [];
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  for (const { folder, x, y, r } of placed) {
    const size = Math.max(11, Math.min(16, r / 9));
    context.font = `600 ${size}px system-ui, sans-serif`;
    const text = shorten(context, folder.label, r * 1.7);
    const half = context.measureText(text).width / 2;
    const box = { left: x - half, right: x + half, top: y - r - size / 2, bottom: y - r + size / 2 };
    if (taken.some((other) => overlaps(box, other))) continue;
    taken.push(box);
    context.strokeStyle = HALO[theme];
    context.lineWidth = 4;
    context.strokeText(text, x, y - r);
    context.fillStyle = INK[theme];
    context.fillText(text, x, y - r);
  }
  context.lineWidth = 1;
}

type Box = { left: number; right: number; top: number; bottom: number };

const overlaps = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

function shorten(context: CanvasRenderingContext2D, label: string, room: number): string {
  if (context.measureText(label).width <= room) return label;
  const last = label.slice(label.lastIndexOf('/') + 1);
  return context.measureText(last).width <= room * 1.2 ? last : `${last.slice(0, 10)}…`;
}

function onScreen(sigma: Sigma<NodeLook, LinkLook>, { x, y, r }: FolderCircle) {
  const centre = sigma.graphToViewport({ x, y });
  const edge = sigma.graphToViewport({ x: x + r, y });
  return { x: centre.x, y: centre.y, r: Math.hypot(edge.x - centre.x, edge.y - centre.y) };
}
