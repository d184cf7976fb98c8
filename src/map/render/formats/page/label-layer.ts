import { clearCanvas, isVisible, projection, type Stage } from './folder-layer.ts';
import { INK, PAPER } from './graph-style.ts';
import type { Circle, Layout } from './layout.ts';
import type { FileNode } from './model.ts';
import type { Theme } from './theme.ts';

const FOLDER_INK = { light: '#4a5268', dark: '#a7aec4' };
const HALO = { light: 'rgb(248 249 252 / 85%)', dark: 'rgb(14 17 24 / 85%)' };
const ON_COLOUR = { light: '#ffffff', dark: '#10131b' };
const FONT = 'system-ui, sans-serif';
/** Smaller circles stay blank: a name that does not fit says nothing. */
const MIN_FOLDER_RADIUS_PX = 44;
const MIN_FILE_RADIUS_PX = 9;
const MOST_FILE_LABELS = 60;

export interface Labels {
  layout: Layout;
  theme: Theme;
  /** In the order in which they get a place: the first ones first. */
  files: readonly FileNode[];
  /** Labelled wherever they stand and however small they are. */
  named: ReadonlySet<FileNode>;
  /** Not labelled: they have nothing to do with the focus. */
  isFaded(file: FileNode): boolean;
  hovered: FileNode | undefined;
}

/**
 * Names of folders and files above the circles, none on top of another: sigma's own labels overlap. A file's name is
 * written on its circle where it fits and below it where not.
 */
export function drawLabels(stage: Stage, canvas: HTMLCanvasElement, labels: Labels): void {
  const context = clearCanvas(stage, canvas);
  if (!context) return;
  const { layout, theme, files, named, hovered } = labels;
  const project = projection(stage);
  const room = new Room();
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  if (hovered) writeFile(hovered, true);
  for (const file of named) writeFile(file, true);
  for (const folder of layout.folders) {
    const { x, y, r } = project(folder);
    if (r < MIN_FOLDER_RADIUS_PX || !isVisible(stage, x, y, r)) continue;
    const size = Math.max(11, Math.min(16, r / 9));
    context.font = `600 ${size}px ${FONT}`;
    write(shorten(context, folder.label, r * 1.7), x, y - r, size, FOLDER_INK[theme], HALO[theme]);
  }
  let written = 0;
  for (const file of files) {
    if (written >= MOST_FILE_LABELS) break;
    if (!labels.isFaded(file) && !named.has(file) && writeFile(file, false)) written += 1;
  }

  function writeFile(file: FileNode, forced: boolean): boolean {
    const circle = layout.files[file.index];
    if (!circle || !context) return false;
    const { x, y, r } = project(circle);
    if ((r < MIN_FILE_RADIUS_PX && !forced) || !isVisible(stage, x, y, r)) return false;
    context.font = `${forced ? 600 : 500} 12px ${FONT}`;
    const text = labelOf(file);
    const fits = context.measureText(text).width <= 2 * r - 6;
    if (fits) return write(text, x, y, 12, ON_COLOUR[theme], undefined);
    return write(text, x, y + r + 9, 12, INK[theme], forced ? PAPER[theme] : HALO[theme]);
  }

  function write(
    text: string,
    x: number,
    y: number,
    size: number,
    ink: string,
    halo: string | undefined,
  ): boolean {
    if (!context) return false;
    const half = context.measureText(text).width / 2;
    if (!room.take({ x, y, r: 0 }, half + 3, size / 2 + 2)) return false;
    if (halo) {
      context.strokeStyle = halo;
      context.lineWidth = 4;
      context.strokeText(text, x, y);
    }
    context.fillStyle = ink;
    context.fillText(text, x, y);
    return true;
  }
}

/** The places on the screen that are written on. */
class Room {
  readonly #taken: { left: number; right: number; top: number; bottom: number }[] = [];

  /** False, and nothing taken, where another label lies. */
  take({ x, y }: Circle, halfWidth: number, halfHeight: number): boolean {
    const box = { left: x - halfWidth, right: x + halfWidth, top: y - halfHeight, bottom: y + halfHeight };
    const free = this.#taken.every(
      (other) =>
        box.left >= other.right ||
        other.left >= box.right ||
        box.top >= other.bottom ||
        other.top >= box.bottom,
    );
    if (free) this.#taken.push(box);
    return free;
  }
}

/** Every package has an `index` or an `__init__`: the folder is what tells them apart. */
const labelOf = ({ name, folder }: FileNode) =>
  folder !== '' && /^(index|__init__|mod|lib|main|package-info)\./.test(name)
    ? `${folder.slice(folder.lastIndexOf('/') + 1)}/${name}`
    : name;

function shorten(context: CanvasRenderingContext2D, label: string, room: number): string {
  if (context.measureText(label).width <= room) return label;
  const last = label.slice(label.lastIndexOf('/') + 1);
  return context.measureText(last).width <= room * 1.2 ? last : `${last.slice(0, 10)}…`;
}
