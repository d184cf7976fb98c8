import { parseArgs } from 'node:util';
import { invalidArgument } from '../errors.ts';

/** The command line of `repomap mcp`, checked one option at a time; what belongs together is config.ts. */
export interface ServerOptions {
  directories: readonly string[];
  readOnly: boolean;
  history: boolean;
  prefix: string | undefined;
  profile: ProfileName;
  name: string | undefined;
  configFile: string | undefined;
  /** `notes={"root":"/srv/notes"}`, as written. */
  tools: readonly string[];
  permissions: readonly string[] | undefined;
  maxMessageBytes: number;
  describe: boolean;
  help: boolean;
}

const PROFILE_NAMES = ['fs', 'server-filesystem', 'file-operations'] as const;
export type ProfileName = (typeof PROFILE_NAMES)[number];

/** Room for a write of 16 MiB in base64, which is the largest call that a tool accepts. */
const DEFAULT_MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

export const HELP = `Usage: repomap mcp DIR... [options]

Serves a map of DIR and tools confined to it over MCP (standard input and output).

Options:
  --read-only          no tool that changes anything
  --prefix P           name the tools P_read, P_map ... (default: fs; several DIRs: their base names)
  --profile NAME       fs (default), server-filesystem or file-operations
  --permissions LIST   file-operations only: file:read,file:write (default: both)
  --name N             the name that the server reports (default: repomap)
  --config FILE        JSON with name, version, instructions and tools
  --tool KEY=JSON      one toolkit, e.g. 'notes={"root":"/srv/notes","read-only":true}'; repeatable
  --history            let git say what was changed along with a focus or, without one, often
  --max-message BYTES  longest accepted message (default: ${DEFAULT_MAX_MESSAGE_BYTES})
  --describe           print what would be registered, and exit
  -h, --help           print this, and exit

Examples:
  repomap mcp .
  repomap mcp ~/notes --prefix notes --read-only
  repomap mcp --config server.json --describe
`;

const SPEC = {
  'read-only': { type: 'boolean', default: false },
  history: { type: 'boolean', default: false },
  prefix: { type: 'string' },
  profile: { type: 'string', default: 'fs' },
  permissions: { type: 'string' },
  name: { type: 'string' },
  config: { type: 'string' },
  tool: { type: 'string', multiple: true },
  'max-message': { type: 'string' },
  describe: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Every option of `repomap mcp`, as it is written. */
export const SERVER_FLAGS: readonly string[] = Object.keys(SPEC).map((name) => `--${name}`);

/** Throws invalid-argument for an unknown option or a value that cannot be one. */
export function readOptions(argv: readonly string[]): ServerOptions {
  const { values, positionals } = parse(argv);
  return {
    directories: positionals,
    readOnly: values['read-only'],
    history: values.history,
    prefix: values.prefix,
    profile: readProfile(values.profile),
    name: values.name,
    configFile: values.config,
    tools: values.tool ?? [],
    permissions: values.permissions?.split(',').filter(Boolean),
    maxMessageBytes: readBytes(values['max-message']),
    describe: values.describe,
    help: values.help,
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: SPEC, allowPositionals: true });
  } catch (error) {
    // The first sentence says what is wrong; Node's advice after it is about positional arguments.
    const [what = ''] = String(error instanceof Error ? error.message : error).split(/\.?(?:\n|\. |$)/);
    throw invalidArgument(what, 'see repomap mcp --help');
  }
}

function readProfile(name: string): ProfileName {
  const profile = PROFILE_NAMES.find((known) => known === name);
  if (!profile)
    throw invalidArgument(`Unknown profile '${name}'`, `the profiles are ${PROFILE_NAMES.join(', ')}`);
  return profile;
}

function readBytes(text: string | undefined): number {
  if (text === undefined) return DEFAULT_MAX_MESSAGE_BYTES;
  const bytes = Number(text);
  if (!Number.isSafeInteger(bytes) || bytes < 1024) {
    throw invalidArgument(`--max-message takes a number of bytes, at least 1024; got '${text}'`);
  }
  return bytes;
}
