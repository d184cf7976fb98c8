// Compiles the part of the parser that runs as WebAssembly: src/map/parse/wasm/, in AssemblyScript.
import { readFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';

const DATA_SECTION = 11;

/** Writes the module to `outFile`. */
export async function compileTreeCode(outFile) {
  const { error, stderr } = await asc.main([
    'src/map/parse/wasm/index.ts',
    '--outFile',
    outFile,
    '-O3',
    '--noAssert',
    '--runtime',
    'stub',
    '--importMemory',
  ]);
  if (error) throw new Error(`${error.message}\n${stderr}`);
  // It runs in the memory of tree-sitter, where nothing is set aside for constants of its own.
  if (sectionsOf(readFileSync(outFile)).includes(DATA_SECTION))
    throw new Error('the tree code holds constants that need memory: strings, arrays or function values');
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
