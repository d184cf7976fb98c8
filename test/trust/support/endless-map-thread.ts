// The shipped map thread, whose own parser loops for ever over one kind of file.
import { fileParser } from '../../../src/map/parse/parse-file.ts';

const { parse } = fileParser;
fileParser.parse = (name, bytes, isStopped) => {
  if (Buffer.from(bytes).includes('FAULT-HANG')) for (;;);
  return parse(name, bytes, isStopped);
};

await import('../../../src/tools/map-thread.ts');
