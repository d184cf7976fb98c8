import type { Circle, Layout } from './layout.ts';

const MOVE_MS = 500;
/** More files than this move at once: each frame would take longer than a frame. */
const MOST_MOVING = 2500;

/** Moves from one layout to the next, unless the reader asked for less motion, or nobody is looking. */
export function createTransition(fileCount: number, place: (layout: Layout) => void) {
  let frame = 0;
  const still = window.matchMedia('(prefers-reduced-motion: reduce)');
  return {
    /** Starts from `from`, which may itself be half-way of an earlier run; that one ends. */
    run(from: Layout, to: Layout): void {
      cancelAnimationFrame(frame);
      if (still.matches || document.hidden || fileCount > MOST_MOVING) {
        place(to);
        return;
      }
      const folders = new Map(from.folders.map((folder) => [folder.path, folder]));
      const startMs = performance.now();
      const step = () => {
        const time = Math.min(1, (performance.now() - startMs) / MOVE_MS);
        const eased = 1 - (1 - time) ** 3;
        place({
          ...to,
          files: to.files.map((circle, index) => between(from.files[index] ?? circle, circle, eased)),
          folders: to.folders.map((folder) => ({
            ...folder,
            ...between(folders.get(folder.path) ?? folder, folder, eased),
          })),
        });
        if (time < 1) frame = requestAnimationFrame(step);
      };
      step();
    },
  };
}

const between = (from: Circle, to: Circle, part: number): Circle => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
  r: from.r + (to.r - from.r) * part,
});
