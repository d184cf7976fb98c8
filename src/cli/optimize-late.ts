import { setFlagsFromString } from 'node:v8';

/**
 * A first map runs for seconds in several threads, and in each V8 optimizes the same functions, several times over
 * while it learns what they are given: a quarter of the CPU of a middling tree. Asked to wait six times as long, it
 * optimizes what stays hot, and once. Node 22 and later come with a cheaper compiler for the time between and know no
 * such flag. For a process that ends with its answer: the server and programs that use the library decide themselves.
 */
export function optimizeLate(): void {
  if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=400000');
}
