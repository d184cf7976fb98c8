import type { Root } from '../fs/root.ts';
import type { Engine } from '../map/engine.ts';

/** One engine a root, made with its first map and kept for the next ones. */
const engines = new WeakMap<Root, Promise<Engine>>();

export function engineOf(root: Root): Promise<Engine> {
  const known = engines.get(root);
  if (known) return known;
  const made = import('../map/engine.ts').then(({ createEngine }) => createEngine({ root }));
  engines.set(root, made);
  return made;
}

/** Ends the root's engine, if it ever had one, and writes what it knows to disk. */
export async function closeEngine(root: Root): Promise<void> {
  const engine = await engines.get(root);
  engines.delete(root);
  await engine?.close();
}
