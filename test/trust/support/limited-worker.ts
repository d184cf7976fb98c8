import { parentPort, workerData } from 'node:worker_threads';

declare const WebAssembly: { Memory: new (size: { initial: number; maximum: number }) => object };

/** The shipped worker with less memory for its parser, so that a file of moderate size is too much for it. */
class SmallMemory extends WebAssembly.Memory {
  constructor({ initial }: { initial: number; maximum: number }) {
    super({ initial, maximum: initial + 64 });
  }
}
Object.assign(WebAssembly, { Memory: SmallMemory });

const [{ fileParser }, { serveBatches }] = await Promise.all([
  import('../../../src/map/parse/parse-file.ts'),
  import('../../../src/map/parse/serve.ts'),
]);

if (parentPort) {
  serveBatches(parentPort, workerData, {
    wasmBytes: () => fileParser.wasmBytes(),
    async parse(name, bytes) {
      const text = Buffer.from(bytes.subarray(0, 200)).toString();
      if (text.includes('FAULT-EXIT')) process.exit(3);
      if (text.includes('FAULT-HANG')) for (;;);
      return fileParser.parse(name, bytes);
    },
  });
}
