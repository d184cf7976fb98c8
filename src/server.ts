import { RepomapError } from './errors.ts';
import { displayText } from './fs/display-path.ts';
import { readConfig, type ServerConfig } from './server/config.ts';
import type { ServerSpec } from './server/definition.ts';
import { HELP, readOptions } from './server/options.ts';
import type { OpenProfile } from './server/profiles/profile.ts';
import { openProfile } from './server/profiles.ts';
import { type ServeOptions, serve } from './server/serve.ts';
import { claimStandardOutput } from './server/standard-output.ts';
import { version } from './version.ts';

const FAILED = 1;
const USAGE_ERROR = 2;

/**
 * `repomap mcp`: serves until standard input ends, and resolves with the exit status (0; 1 when the
 * directories cannot be served; 2 for wrong usage). Standard output carries the protocol only, or
 * what --help and --describe print.
 */
export async function runServer(argv: readonly string[]): Promise<number> {
  try {
    const options = readOptions(argv);
    if (options.help) {
      process.stdout.write(HELP);
      return 0;
    }
    const write = options.describe ? undefined : claimStandardOutput();
    const config = readConfig(options);
    const profile = await openProfile(config, options, log);
    try {
      const spec = specOf(config, profile);
      if (write) return await serveUntilEnd(spec, profile, write, options.maxMessageBytes);
      process.stdout.write(describe(spec, options.profile));
      return 0;
    } finally {
      await profile.close();
    }
  } catch (error) {
    if (!(error instanceof RepomapError)) throw error;
    log(error.message);
    return error.code === 'invalid-argument' ? USAGE_ERROR : FAILED;
  }
}

function specOf(config: ServerConfig, { instructions, tools, roots }: OpenProfile): ServerSpec {
  return {
    name: config.name ?? 'repomap',
    version: config.version ?? version,
    instructions: config.instructions ?? instructions,
    tools,
    ...(roots ? { roots } : {}),
  };
}

async function serveUntilEnd(
  spec: ServerSpec,
  { summary, stopped }: OpenProfile,
  write: ServeOptions['write'],
  maxMessageBytes: number,
): Promise<number> {
  log(`serves ${summary} with ${spec.tools.length} tools`);
  let status = 0;
  const stop = stopped?.then(() => {
    status = 1;
  });
  await serve(spec, { maxMessageBytes, write, log, ...(stop ? { stop } : {}) });
  return status;
}

/** What a client would see, as JSON. */
function describe({ name, version, instructions, tools }: ServerSpec, profile: string): string {
  const definitions = tools.map((tool) => tool.definition);
  return `${JSON.stringify({ name, version, profile, instructions, tools: definitions }, null, 2)}\n`;
}

function log(text: string): void {
  process.stderr.write(`repomap mcp: ${displayText(text)}\n`);
}
