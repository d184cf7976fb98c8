import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The part of the WebAssembly interface used here; Node's own types leave it out. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: unknown };
};

/**
 * A module of wasm/, compiled by scripts/wasm.mjs. For V8 its code is the process's: compiled once, where JavaScript is
 * compiled and warmed up in each thread anew.
 */
export function instantiate(name: 'input-code' | 'tree-code' | 'word-code', imports: object): unknown {
  const module = new WebAssembly.Module(readFileSync(shippedFile(`${name}.wasm`)));
  return new WebAssembly.Instance(module, imports).exports;
}

/** Beside the bundle, above it when this is a chunk, or in dist/ when this runs from source. */
export function shippedFile(name: string): string {
  const paths = ['./', '../', '../../../dist/'].map((up) =>
    fileURLToPath(new URL(up + name, import.meta.url)),
  );
  const found = paths.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${name} is missing beside the program; install again`);
  return found;
}
