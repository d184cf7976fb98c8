import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Modules that call each other. 20 and more have tree and graph kept on disk. */
export function writePythonTree(directory: string, modules: number): void {
  for (let i = 0; i < modules; i++) writeModule(directory, i, modules);
}

export function writeModule(directory: string, index: number, modules: number, note = ''): string {
  const file = path.join(directory, `pkg${index % 9}`, `module_${index}.py`);
  mkdirSync(path.dirname(file), { recursive: true });
  const calls = [3, 7, 11].map((step) => `    total += helper_${(index * step + 1) % modules}(value)`);
  const lines = [`class Model${index}:`, '    pass', '', `def helper_${index}(value):`, '    total = 0'];
  writeFileSync(file, `${[...lines, ...calls, `    return total  # ${note}`].join('\n')}\n`);
  return file;
}

/** Mulberry32: numbers from 0 to 1, the same for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
