import { version } from '../version.ts';
import type { Actions } from './actions.ts';
import { optimizeLate } from './optimize-late.ts';
import { endWhenOutputFails, print } from './output.ts';

/**
 * Runs one command line and resolves to the exit code. Everything is imported when it is needed: the version costs
 * no argument parser, a usage error no engine, the server no command.
 */
export async function run(argv: readonly string[]): Promise<number> {
  endWhenOutputFails();
  const [first] = argv;
  if (argv.length === 1 && (first === '--version' || first === '-V')) {
    await print(`${version}\n`);
    return 0;
  }
  if (first === 'mcp') {
    const { runServer } = await import('../server.ts');
    return runServer(argv.slice(1));
  }
  optimizeLate();
  const { parseAndRun } = await import('./program.ts');
  return parseAndRun(argv, actions);
}

/** Each command in a file of its own, loaded when it is called. */
const actions: Actions = {
  map: async (path, raw) => (await import('./map-command.ts')).runMap(path, raw),
  refs: async (name, path, raw) => (await import('./refs-command.ts')).runRefs(name, path, raw),
  evaluate: async (path, raw) => (await import('./eval-command.ts')).runEval(path, raw),
  clearCache: async (raw) => (await import('./cache-command.ts')).runClearCache(raw),
  completion: async (program) => (await import('./completion.ts')).runCompletion(program),
};
