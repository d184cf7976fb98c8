// Old Emscripten wrote a side module's needs into a section 'dylink'; current ones read only 'dylink.0', in which
// the same numbers are sub-section 1. https://github.com/WebAssembly/tool-conventions/blob/main/DynamicLinking.md

/** The same module with 'dylink.0' in place of 'dylink'; other modules come back as they are. */
export function upgradeDylinkSection(wasm) {
  const [size, body] = readUnsigned(wasm, 9); // after magic, version and the id of section 0
  const [nameLength, nameStart] = readUnsigned(wasm, body);
  if (wasm[8] !== 0 || wasm.toString('latin1', nameStart, nameStart + nameLength) !== 'dylink') return wasm;
  const end = body + size;
  let at = nameStart + nameLength;
  const memoryStart = at;
  for (let i = 0; i < 4; i++) [, at] = readUnsigned(wasm, at); // memory size, alignment, table size, alignment
  const memory = wasm.subarray(memoryStart, at);
  const [libraries] = readUnsigned(wasm, at);
  if (libraries !== 0) throw new Error('dylink: a grammar that needs other libraries is not supported');
  const name = Buffer.from('dylink.0');
  const section = Buffer.concat([Buffer.from([name.length]), name, Buffer.from([1, memory.length]), memory]);
  return Buffer.concat([
    wasm.subarray(0, 8),
    Buffer.from([0]),
    unsigned(section.length),
    section,
    wasm.subarray(end),
  ]);
}

/** [value, offset after it] of a LEB128 number. */
function readUnsigned(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value |= (byte & 127) << shift;
    if (byte < 128) return [value, at];
  }
}

function unsigned(value) {
  const bytes = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 127) | 128);
  }
}
