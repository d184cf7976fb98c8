import type { Command, Option } from 'commander';
import { SERVER_FLAGS } from '../server/options.ts';
import { print } from './output.ts';

/** `repomap completion`: resolves to the exit code. */
export async function runCompletion(program: Command): Promise<number> {
  await print(completionScript(program));
  return 0;
}

/** What a shell has to know of one command, read off its definition. */
interface Words {
  name: string;
  flags: string[];
  /** Flags whose value is none of a list and no path: nothing is offered after them. */
  free: string[];
  choices: { flags: string[]; values: readonly string[] }[];
}

/** Options whose value is a path: the shell's own completion of file names serves. */
const PATHS = /<(?:file|dir|path|place)>/;

/** For bash, and for zsh through bashcompinit: made from the definition of the command line, so that it stays true. */
function completionScript(program: Command): string {
  const map = wordsOf(program, 'map');
  const commands = program.commands.map((command) => wordsOf(command, command.name()));
  const flagsOf = ({ name, flags }: Words) => (name === 'mcp' ? SERVER_FLAGS : flags).join(' ');
  const all = [map, ...commands];
  const free = [...new Set(all.flatMap((one) => one.free))];
  const offer = (words: readonly string[]) => `COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$cur"))`;
  return [
    '# bash:  source <(repomap completion)',
    '# zsh:   autoload -U compinit bashcompinit; compinit; bashcompinit; source <(repomap completion)',
    '_repomap() {',
    `  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command=map flags file`,
    `  case \${COMP_WORDS[1]} in ${commands.map(({ name }) => name).join('|')}) command=\${COMP_WORDS[1]} ;; esac`,
    // A `=` is a word of its own to bash.
    `  [[ $prev == = ]] && prev=\${COMP_WORDS[COMP_CWORD-2]}`,
    '  [[ $cur == = ]] && cur=',
    '  COMPREPLY=()',
    '  case $prev in',
    ...all.flatMap(({ choices }) =>
      choices.map(({ flags, values }) => `    ${flags.join('|')}) ${offer(values)}; return ;;`),
    ),
    `    ${free.join('|')}) return ;;`,
    '  esac',
    '  case $command in',
    ...all.map((one) => `    ${one.name}) flags='${flagsOf(one)}' ;;`),
    '  esac',
    '  if [[ $cur == -* ]]; then',
    '    COMPREPLY=($(compgen -W "$flags" -- "$cur"))',
    '  elif [[ $COMP_CWORD == 1 ]]; then',
    `    ${offer(commands.map(({ name }) => name))}`,
    // One a line, as names may hold spaces; bash 3.2 and zsh have no mapfile.
    '    compopt -o filenames 2>/dev/null',
    '    while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$cur")',
    ...program.commands.flatMap((command) => {
      const inner = command.commands.map((one) => one.name());
      return inner.length > 0
        ? [`  elif [[ $COMP_CWORD == 2 && $command == ${command.name()} ]]; then`, `    ${offer(inner)}`]
        : [];
    }),
    '  fi',
    '}',
    'complete -o default -F _repomap repomap',
    '',
  ].join('\n');
}

function wordsOf(command: Command, name: string): Words {
  const taking = command.options.filter(({ required, optional }) => required || optional);
  const isFree = (option: Option) => !option.argChoices && !PATHS.test(option.flags);
  return {
    name,
    flags: command.options.flatMap(({ long }) => long ?? []),
    free: taking.filter(isFree).flatMap(namesOf),
    choices: taking.flatMap((option) =>
      option.argChoices ? [{ flags: namesOf(option), values: option.argChoices }] : [],
    ),
  };
}

const namesOf = ({ short, long }: Option): string[] => [short, long].flatMap((name) => name ?? []);
