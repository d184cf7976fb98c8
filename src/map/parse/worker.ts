import { parentPort, workerData } from 'node:worker_threads';
import { fileParser } from './parse-file.ts';
import { serveBatches } from './serve.ts';

if (parentPort) serveBatches(parentPort, workerData, fileParser);
