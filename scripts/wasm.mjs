// Compiles what of the parser runs as WebAssembly: src/map/parse/wasm/, in AssemblyScript.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import asc from 'assemblyscript/asc';

const DATA_SECTION = 11;
const MODULES = [
  { source: 'input-code.ts', flags: ['--importMemory'] },
  { source: 'tree-code.ts', flags: ['--importMemory'] },
  { source: 'word-code.ts', flags: [] },
];

/** Writes the modules into a folder. */
export async function compileWasm(folder) {
  for (const { source, flags } of MODULES) {
    const outFile = path.join(folder, source.replace('.ts', '.wasm'));
    const options = ['--outFile', outFile, '-O3', '--noAssert', '--runtime', 'stub', ...flags];
    const { error, stderr } = await asc.main([`src/map/parse/wasm/${source}`, ...options]);
    if (error) throw new Error(`${error.message}\n${stderr}`);
    // All lay out their memory themselves, in tree-sitter's or from address 0: no constants have a place there.
    if (sectionsOf(readFileSync(outFile)).includes(DATA_SECTION))
      throw new Error(`${source} holds constants that need memory: strings, arrays or function values`);
  }
}

function sectionsOf(wasm) {
  const ids = [];
  for (let at = 8; at < wasm.length; ) {
    ids.push(wasm[at++]);
    let size = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = wasm[at++];
      size |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    at += size;
  }
  return ids;
}
