import type Sigma from 'sigma';
import type { FolderCircle } from './layout.ts';
import type { Theme } from './theme.ts';

const FILL = { light: 'rgb(40 60 120 / 4.5%)', dark: 'rgb(160 180 255 / 5.5%)' };
const LINE = { light: 'rgb(40 60 120 / 16%)', dark: 'rgb(160 180 255 / 18%)' };
const INK = { light: '#4a5268', dark: '#a7aec4' };
const HALO = { light: 'rgb(248 249 252 / 85%)', dark: 'rgb(14 17 24 / 85%)' };
/** Smaller circles stay blank: a name that does not fit says nothing. */
const MIN_LABEL_RADIUS_PX = 34;

/** Folders as circles below the files, with their names at the top of the rim. */
export function drawFolders(
  sigma: Sigma,
  canvas: HTMLCanvasElement,
  folders: readonly FolderCircle[],
  theme: Theme,
): void {
  const { width, height } = sigma.getDimensions();
  const scale = window.devicePixelRatio || 1;
  if (canvas.width !== width * scale || canvas.height !== height * scale) {
    canvas.width = width * scale;
    canvas.height = height * scale;
  }
  const context = canvas.getContext('2d');
  if (!context) return;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  const placed = folders.map((folder) => ({ folder, ...onScreen(sigma, folder) })).filter(isVisible);
  for (const { x, y, r } of placed) {
    context.beginPath();
    context.arc(x, y, r, 0, 2 * Math.PI);
    context.fillStyle = FILL[theme];
    context.fill();
    context.strokeStyle = LINE[theme];
    context.stroke();
  }
  drawNames(
    context,
    placed.filter(({ r }) => r >= MIN_LABEL_RADIUS_PX),
    theme,
  );

  function isVisible({ x, y, r }: { x: number; y: number; r: number }) {
    return x + r > 0 && y + r > 0 && x - r < width && y - r < height && r > 1.5;
  }
}

interface Placed {
  folder: FolderCircle;
  x: number;
  y: number;
  r: number;
}

/** Outer folders first; a name that would lie on one already written is left out. */
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

function onScreen(sigma: Sigma, { x, y, r }: FolderCircle) {
  const centre = sigma.graphToViewport({ x, y });
  const edge = sigma.graphToViewport({ x: x + r, y });
  return { x: centre.x, y: centre.y, r: Math.hypot(edge.x - centre.x, edge.y - centre.y) };
}
