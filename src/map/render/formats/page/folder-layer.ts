import type Sigma from 'sigma';
import type { LinkLook, NodeLook } from './graph-style.ts';
import type { Circle, FolderCircle } from './layout.ts';
import type { Theme } from './theme.ts';

const FILL = { light: 'rgb(40 60 120 / 4.5%)', dark: 'rgb(160 180 255 / 5.5%)' };
const LINE = { light: 'rgb(40 60 120 / 16%)', dark: 'rgb(160 180 255 / 18%)' };

export type Stage = Sigma<NodeLook, LinkLook>;

/** Folders as circles, below the files. */
export function drawFolders(
  stage: Stage,
  canvas: HTMLCanvasElement,
  folders: readonly FolderCircle[],
  theme: Theme,
) {
  const context = clearCanvas(stage, canvas);
  if (!context) return;
  const project = projection(stage);
  for (const folder of folders) {
    const { x, y, r } = project(folder);
    if (r < 1.5 || !isVisible(stage, x, y, r)) continue;
    context.beginPath();
    context.arc(x, y, r, 0, 2 * Math.PI);
    context.fillStyle = FILL[theme];
    context.fill();
    context.strokeStyle = LINE[theme];
    context.stroke();
  }
}

/** The canvas at the resolution of the screen, empty, its units CSS pixels. */
export function clearCanvas(stage: Stage, canvas: HTMLCanvasElement): CanvasRenderingContext2D | undefined {
  const { width, height } = stage.getDimensions();
  const scale = window.devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
  }
  const context = canvas.getContext('2d') ?? undefined;
  context?.setTransform(scale, 0, 0, scale, 0, 0);
  context?.clearRect(0, 0, width, height);
  return context;
}

/** From the units of the layout to CSS pixels, as the camera stands: the same scale everywhere, y downward. */
export function projection(stage: Stage): (circle: Circle) => Circle {
  const origin = stage.graphToViewport({ x: 0, y: 0 });
  const unit = stage.graphToViewport({ x: 1, y: 1 });
  const [scaleX, scaleY] = [unit.x - origin.x, unit.y - origin.y];
  return ({ x, y, r }) => ({ x: origin.x + x * scaleX, y: origin.y + y * scaleY, r: r * Math.abs(scaleX) });
}

export function isVisible(stage: Stage, x: number, y: number, r: number): boolean {
  const { width, height } = stage.getDimensions();
  return x + r > 0 && y + r > 0 && x - r < width && y - r < height;
}
