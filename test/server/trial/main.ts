import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { invalidArgument } from '../../../src/errors.ts';
import type { ServedTool } from '../../../src/server/definition.ts';
import { serve } from '../../../src/server/serve.ts';
import { claimStandardOutput } from '../../../src/server/standard-output.ts';
import type { ToolCall } from '../../../src/tools/tool.ts';
import { conformanceTools } from './conformance-tools.ts';

/** A server over the product's protocol core, with tools that misbehave on demand. */

const write = claimStandardOutput();
const log = (text: string) => void process.stderr.write(`${text}\n`);

function tool(
  name: string,
  run: (args: Record<string, unknown>, call: ToolCall) => Promise<string>,
): ServedTool {
  return {
    definition: {
      name,
      title: name,
      description: `The trial tool ${name}`,
      inputSchema: { type: 'object' },
      outputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      annotations: { title: name, readOnlyHint: true, openWorldHint: false },
    },
    call: async (args, call) => {
      const text = await run(args, call);
      return { content: [{ type: 'text', text }], structured: { text } };
    },
  };
}

const misbehaving: ServedTool[] = [
  tool('echo', async (args) => String(args.text)),
  tool('slow', async (args, call) => {
    const steps = Number(args.ms) / 10;
    for (let step = 0; step < steps; step++) {
      call.progress(step, steps, `step ${step}`);
      await sleep(10, undefined, { signal: call.signal }).catch((error: unknown) => {
        log('slow was stopped');
        throw error;
      });
    }
    log('slow is done');
    return 'slow is done';
  }),
  tool('noisy', async () => {
    console.log('noise from console.log');
    process.stdout.write('noise from process.stdout\n');
    const worker = new Worker('console.log("noise from a worker")', { eval: true });
    await new Promise((resolve) => worker.once('exit', resolve));
    return 'quiet';
  }),
  tool('refuse', async () => {
    throw invalidArgument("'path' must be a string; got 3");
  }),
  tool('crash', async () => {
    throw Object.assign(new Error("EIO: i/o error, open '/secret/place'"), { code: 'EIO' });
  }),
];

const tools = process.env.TRIAL_TOOLS === 'conformance' ? conformanceTools : misbehaving;

await serve(
  { name: 'trial', version: '1.2.3', instructions: 'First map, then read.', tools },
  { maxMessageBytes: Number(process.env.TRIAL_MAX_BYTES ?? 10_000_000), write, log },
);
