import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { RepomapError } from '../errors.ts';
import { displayText } from '../fs/display-path.ts';
import { DEFAULT_MAX_CHARS, MAX_CHARS, MIN_CHARS } from '../map/budget.ts';
import { formats } from '../map/render/formats/index.ts';
import { version } from '../version.ts';
import type { Actions } from './actions.ts';
import { CHARS_PER_TOKEN } from './map-options.ts';
import { note } from './output.ts';

const WRONG_USAGE = 2;
const FAILED = 1;

/** Parses and runs; resolves to the exit code. Every failure is one message on standard error. */
export async function parseAndRun(argv: readonly string[], actions: Actions): Promise<number> {
  let exitCode = 0;
  const program = createProgram(actions, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
    if (!(error instanceof RepomapError)) {
      const details = error instanceof Error ? error.stack : String(error);
      note(`this is a fault of repomap, please report it\n${details}`);
      return FAILED;
    }
    note(error.message);
    return error.code === 'invalid-argument' ? WRONG_USAGE : FAILED;
  }
}

/** The whole command line as commander sees it. */
export function createProgram(actions: Actions, done: (exitCode: number) => void): Command {
  const program = new Command('repomap')
    .description(
      'A ranked map of a code base: the files that matter, and the definitions in them that others use.',
    )
    .usage('[path] [options]\n       repomap <command> [options]')
    .argument(
      '[path]',
      'directory or file. Relative: inside the current directory. Absolute: itself the root',
    )
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .addHelpText('after', EXAMPLES)
    .showSuggestionAfterError(true)
    .configureOutput({
      outputError: (text, write) =>
        write(`${displayText(text.replace(/^error: /, 'repomap: ').trimEnd())}\n`),
    })
    .showHelpAfterError('See repomap --help.')
    .enablePositionalOptions()
    .exitOverride();
  addMapOptions(program);
  program.action(async (path, raw) => done(await actions.map(path, raw)));
  addCommands(program, actions, done);
  return program;
}

function addMapOptions(program: Command): void {
  const names = formats.map((format) => format.name);
  program
    .optionsGroup('What comes first:')
    .option('-q, --query <text>', 'words, identifiers, paths or a stack trace to steer by', filled)
    .option(
      '-f, --focus <place>',
      'a file, directory or symbol to start from; @changed or @branch for what git sees changed (repeatable)',
      collect,
    )
    .option('--history', 'let git say what was changed along with the focus or, without one, often')
    .optionsGroup('How much, and in which form:')
    .option(
      '--max-chars <n>',
      `size of the whole answer, ${MIN_CHARS} to ${MAX_CHARS} (default: ${DEFAULT_MAX_CHARS} for text and markdown)`,
      budget,
    )
    .addOption(
      new Option('--max-tokens <n>', `the same in tokens, ${CHARS_PER_TOKEN} characters each`)
        .argParser(tokens)
        .conflicts('maxChars'),
    )
    .addOption(
      new Option('--format <name>', 'form of the answer (default: text, or by the ending of -o)').choices(
        names,
      ),
    )
    .option('-o, --output <file>', 'write to a file instead of standard output (-)', filled)
    .option('--since <revision>', 'only what changed since the map of that revision (see --stats)')
    .optionsGroup('What is read:')
    .option('--include <glob>', 'only matching files, ignored ones among them (repeatable)', collect)
    .option('--exclude <glob>', 'no matching files (repeatable)', collect)
    .option('--no-gitignore', 'read what .gitignore leaves out')
    .option('--max-files <n>', 'files to find at most (default: 100000)', files)
    .option('--time-limit <seconds>', 'answer after this long with what has been read', seconds)
    .optionsGroup('Looking closer:')
    .option('--explain <path>', 'why a file stands where it does, or why it is not in the map', filled)
    .option(
      '--stats',
      'a receipt on standard error: stages, languages, cache, what is left out, the revision',
    )
    .option('--watch', 'print the map again whenever it changes');
  addQuiet(program)
    .optionsGroup('How it runs:')
    .option('--workers <n>', 'threads that parse, 64 at most; 0 parses on the main thread', threads);
  addCacheOptions(program);
  program.optionsGroup('Other:');
}

function addCacheOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--cache-dir <dir>', 'where parse results are kept').argParser(filled).conflicts('cache'),
    )
    .option('--no-cache', 'neither use nor keep parse results on disk');
}

const addQuiet = (command: Command): Command =>
  command.option('--quiet', 'no progress and no notes on standard error');

function addCommands(program: Command, actions: Actions, done: (exitCode: number) => void): void {
  program.commandsGroup('Commands (a directory of that name: repomap ./refs):');
  const mcp = program
    .command('mcp')
    .description('serve the map and the file tools over MCP: repomap mcp --help');
  mcp.argument('[dir...]').allowUnknownOption();
  const refs = program
    .command('refs')
    .description('where a symbol is defined, and which files use it')
    .argument('<name>', 'a function, class, method, constant …', filled)
    .argument('[path]', 'directory to look in')
    .option('--json', 'for programs')
    .option('--limit <n>', 'how many definitions to list, and how many files that use it', count, 50);
  addCacheOptions(addQuiet(refs)).action(async (name, path, raw) =>
    done(await actions.refs(name, path, raw)),
  );
  const evaluate = program
    .command('eval')
    .description("replay a repository's own commits: message in, changed files out, recall at the budget")
    .argument('[path]', 'a git repository')
    .option('--commits <n>', 'how many commits to replay, newest first', commits, 50)
    .option('--max-chars <n>', 'size of each map', budget, DEFAULT_MAX_CHARS)
    .option('--json', 'for programs');
  addQuiet(evaluate).action(async (path, raw) => done(await actions.evaluate(path, raw)));
  program
    .command('cache')
    .description('the parse results kept on disk')
    .command('clear')
    .description('remove them')
    .option('--cache-dir <dir>', 'where they are kept', filled)
    .action(async (raw) => done(await actions.clearCache(raw)));
  program
    .command('completion')
    .description('a script that completes all this in bash and zsh: source <(repomap completion)')
    .action(async () => done(await actions.completion(program)));
}

/** Empty is what a script passes whose variable is not set. */
function filled(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It must not be empty.');
  return value;
}

const collect = (value: string, earlier: string[] = []): string[] => [...earlier, filled(value)];

function wholeNumber(value: string, least: number, most: number): number {
  if (/^\d+$/.test(value) && Number(value) >= least && Number(value) <= most) return Number(value);
  throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
}

const budget = (value: string) => wholeNumber(value, MIN_CHARS, MAX_CHARS);
const tokens = (value: string) =>
  wholeNumber(value, Math.ceil(MIN_CHARS / CHARS_PER_TOKEN), Math.floor(MAX_CHARS / CHARS_PER_TOKEN));
const threads = (value: string) => wholeNumber(value, 0, 64);
const count = (value: string) => wholeNumber(value, 0, 100_000);
const commits = (value: string) => wholeNumber(value, 1, 100_000);
const files = (value: string) => wholeNumber(value, 1, 10_000_000);

function seconds(value: string): number {
  const parsed = Number(value);
  if (value.trim() !== '' && parsed > 0 && parsed <= 86_400) return parsed;
  throw new InvalidArgumentError('It must be a number of seconds above 0, like 2.5.');
}

const EXAMPLES = `
Examples:
  repomap                                      the map of the current directory
  repomap src --focus=src/hub.py               what stands around one file
  repomap --query "why does login time out"    where to start with a task
  repomap --focus=@changed                     around the uncommitted changes
  repomap --format html -o map.html            a page to look at in a browser
  repomap --format json | jq '.files[0]'       for a program
  repomap --explain src/hub.py                 why a file stands where it does
  repomap refs createServer                    who uses a symbol
  repomap mcp .                                the server for an agent

Exit codes: 0 a map, 1 an error, 2 wrong usage, 130 interrupted.
`;
