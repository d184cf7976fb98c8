// CPU milliseconds of each step of a first map, one after another on one thread: JSON.
//   node bench/stages.mjs DIR
import { importBundled } from './bundle.mjs';

const { measureStages } = await importBundled('stages.ts');
console.log(JSON.stringify(await measureStages(process.argv[2])));
