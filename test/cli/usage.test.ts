import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { makeTree } from '../tree.ts';
import { finish, repomap } from './run-cli.ts';

test('--version prints the version of the package', async () => {
  expect(await repomap(['--version'])).toEqual({ code: 0, stdout: `${packageJson.version}\n`, stderr: '' });
  expect((await repomap(['-V', '--quiet'])).stdout).toBe(`${packageJson.version}\n`);
});

test('--help names every option and command, with examples', async () => {
  const { code, stdout, stderr } = await repomap(['--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const word of [
    '--query',
    '--focus',
    '--max-chars',
    '--max-tokens',
    '--format',
    '--output',
    '--since',
    '--include',
  ]) {
    expect(stdout).toContain(word);
  }
  for (const word of [
    '--exclude',
    '--explain',
    '--stats',
    '--watch',
    '--quiet',
    '--workers',
    '--cache-dir',
    '--no-cache',
  ]) {
    expect(stdout).toContain(word);
  }
  expect(stdout).toMatch(/Commands.*\n +mcp .*\n(.*\n)* +refs .*\n(.*\n)* +eval .*\n(.*\n)* +cache /);
  expect(stdout).toContain('repomap src --focus=src/hub.py');
});

test.each([['refs'], ['eval'], ['cache', 'clear'], ['mcp']])(
  '%s %s --help explains the command',
  async (...command) => {
    const { code, stdout } = await repomap([...command, '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: repomap ${command[0]}`);
  },
);

test.each([
  [['--focs=x'], "repomap: unknown option '--focs=x'\n(Did you mean --focus?)\nSee repomap --help.\n"],
  [['refs', 'x', '--jso'], "repomap: unknown option '--jso'\n(Did you mean --json?)\nSee repomap --help.\n"],
  [['a', 'b'], 'repomap: too many arguments. Expected 1 argument but got 2.\nSee repomap --help.\n'],
  [['--query'], "repomap: option '-q, --query <text>' argument missing\nSee repomap --help.\n"],
  [
    ['--max-chars', '5'],
    "repomap: option '--max-chars <n>' argument '5' is invalid. It must be a whole number from 512 to 65536.\nSee repomap --help.\n",
  ],
  [
    ['--max-chars=8k'],
    "repomap: option '--max-chars <n>' argument '8k' is invalid. It must be a whole number from 512 to 65536.\nSee repomap --help.\n",
  ],
  [
    ['--max-chars=1000', '--max-tokens=1000'],
    "repomap: option '--max-tokens <n>' cannot be used with option '--max-chars <n>'\nSee repomap --help.\n",
  ],
  [
    ['--time-limit', '-1'],
    "repomap: option '--time-limit <seconds>' argument '-1' is invalid. It must be a number of seconds above 0, like 2.5.\nSee repomap --help.\n",
  ],
  [
    ['-o', 'map.pdf'],
    'repomap: No format has the ending ".pdf"; say which with --format (text, json, markdown, html, dot, graphml, mermaid)\n',
  ],
  [
    ['--format=html', '--max-chars=1000'],
    'repomap: The html form cannot be bounded in size; leave --max-chars and --max-tokens away\n',
  ],
  [
    ['--focus='],
    "repomap: option '-f, --focus <place>' argument '' is invalid. It must not be empty.\nSee repomap --help.\n",
  ],
  ...[
    ['-q, --query <text>', '--query='],
    ['-q, --query <text>', '--query= '],
    ['-o, --output <file>', '--output='],
    ['--explain <path>', '--explain='],
    ['--cache-dir <dir>', '--cache-dir='],
  ].map(([option, written]): [string[], string] => [
    [written as string],
    `repomap: option '${option}' argument '${written?.replace(/.*=/, '')}' is invalid. It must not be empty.\nSee repomap --help.\n`,
  ]),
  [
    ['refs', ''],
    "repomap: command-argument value '' is invalid for argument 'name'. It must not be empty.\nSee repomap --help.\n",
  ],
  [['mcp', '.', '--nope'], "repomap mcp: Unknown option '--nope'; see repomap mcp --help\n"],
  [['mcp', '--prefix'], "repomap mcp: Option '--prefix <value>' argument missing; see repomap mcp --help\n"],
  [['--focus=@changes'], 'repomap: There is no focus "@changes"; write @changed or @branch\n'],
  [
    ['--since=abcdef12', '--format=json'],
    'repomap: --since answers in the text form only; leave --format away\n',
  ],
  ...(['--since=abcdef12', '--stats', '--watch'] as const).map((option): [string[], string] => [
    ['--explain=a.py', option],
    `repomap: --explain does not go with ${option.replace(/=.*/, '')}, which is about a whole map; leave one of the two away\n`,
  ]),
  ...[['--format=json'], ['-o', 'why.json']].map((options): [string[], string] => [
    ['--explain=a.py', ...options],
    'repomap: --explain answers in the text form only; leave --format json away, and let the file of -o end in .txt\n',
  ]),
  ...['0', '-1', '2.5'].map((commits): [string[], string] => [
    ['eval', '--commits', commits],
    `repomap: option '--commits <n>' argument '${commits}' is invalid. It must be a whole number from 1 to 100000.\nSee repomap --help.\n`,
  ]),
  [['eval', '--cache-dir', 'x'], "repomap: unknown option '--cache-dir'\nSee repomap --help.\n"],
  ...[[], ['refs', 'x']].map((command): [string[], string] => [
    [...command, '--no-cache', '--cache-dir', 'x'],
    "repomap: option '--cache-dir <dir>' cannot be used with option '--no-cache'\nSee repomap --help.\n",
  ]),
  [
    ['--since=yesterday'],
    'repomap: "yesterday" is no revision; a revision is the hexadecimal word that --stats, --format json and --since print\n',
  ],
])('%j is wrong usage: exit code 2, what, which and how to repair', async (args, stderr) => {
  expect(await repomap(args)).toEqual({ code: 2, stdout: '', stderr });
});

test('an unknown format is answered with the known ones', async () => {
  const { code, stderr } = await repomap(['--format', 'yaml']);
  expect(code).toBe(2);
  expect(stderr).toContain(
    "argument 'yaml' is invalid. Allowed choices are text, json, markdown, html, dot, graphml, mermaid.",
  );
});

test('an output file in a directory that does not exist is an error', async () => {
  const { code, stderr } = await repomap(['-o', 'no/such/map.md'], makeTree({ 'a.py': 'def a(): pass\n' }));
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^repomap: Cannot write ".*no\/such\/map\.md".*check that its directory exists and is writable\n$/,
  );
});

test('an output file that is a directory is an error that says so', async () => {
  const tree = makeTree({ 'a.py': 'def a(): pass\n', 'out/b.py': '' });
  const { code, stderr } = await repomap(['-o', 'out'], tree);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `repomap: Cannot write "${tree}/out": it is a directory; name a file in it\n`,
  });
  expect(readdirSync(tree)).toEqual(['a.py', 'out']);
});

test('a question in place of the path is told the option', async () => {
  expect((await repomap(['why does login fail'])).stderr).toBe(
    'repomap: There is no "why does login fail"; a question is asked with --query: repomap --query "why does login fail"\n',
  );
});

test('of an absolute path that is not there the current directory is not spoken of', async () => {
  const missing = path.join(makeTree({}), 'nowhere');
  expect((await repomap([missing])).stderr).toBe(
    `repomap: There is no ${JSON.stringify(missing)}; check the spelling\n`,
  );
});

test('a cache directory that cannot be made is said once, and the map is printed', async () => {
  const tree = makeTree({ 'a.py': 'def a(): pass\n', blocked: '' });
  const inside = path.join(tree, 'blocked', 'cache');
  const { code, stdout, stderr } = await repomap(['--cache-dir', inside], tree);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: `repomap: The cache directory ${JSON.stringify(inside)} cannot be used, nothing is kept: EEXIST: file already exists\n`,
  });
  expect(stdout).toContain('def a()');
  expect(await repomap(['--quiet', '--cache-dir', inside], tree)).toEqual({ code: 0, stdout, stderr: '' });
  const refs = ['refs', 'a', '--cache-dir', inside];
  expect((await repomap(refs, tree)).stderr).toBe(stderr);
  expect((await repomap([...refs, '--quiet'], tree)).stderr).toBe('');
});

test('help as a word is told the option', async () => {
  expect((await repomap(['help'])).stderr).toBe(
    'repomap: There is no "help"; repomap --help prints the help\n',
  );
});

test.each([
  ['loop', 'repomap: "loop" is a link that leads to itself\n'],
  [
    'fifo',
    "repomap: 'fifo' is not a regular file; pipes, sockets, devices and bare links are never opened\n",
  ],
])('a path that is a %s is an error that says so', async (name, stderr) => {
  const tree = makeTree({ 'a.py': 'def a(): pass\n' });
  symlinkSync('loop', path.join(tree, 'loop'));
  execFileSync('mkfifo', [path.join(tree, 'fifo')]);
  expect(await repomap([name], tree)).toEqual({ code: 1, stdout: '', stderr });
});

test.runIf(existsSync('/dev/full'))('a full disk behind the output is an error of one line', async () => {
  const tree = makeTree({ 'a.py': 'def a(): pass\n' });
  const child = execFile('sh', ['-c', `"${process.execPath}" "${path.resolve('dist/cli.js')}" > /dev/full`], {
    cwd: tree,
  });
  expect(await finish(child)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'repomap: Cannot write the output: ENOSPC: no space left on device\n',
  });
});

// As root, who may read everything, in the name of nobody.
test.skipIf(process.platform === 'win32')(
  'a directory that may not be read is an error that names it',
  async () => {
    const tree = makeTree({ 'locked/a.py': 'def a(): pass\n' });
    const locked = path.join(tree, 'locked');
    chmodSync(tree, 0o755);
    chmodSync(locked, 0);
    const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    const run = (args: string[], cwd: string) =>
      finish(
        execFile(process.execPath, [path.resolve('dist/cli.js'), ...args], {
          cwd,
          env: { HOME: tree },
          ...user,
        }),
      );
    const denied = (name: string) => ({
      code: 1,
      stdout: '',
      stderr: `repomap: ${JSON.stringify(name)} cannot be opened: permission denied\n`,
    });
    expect(await run([locked], tree)).toEqual(denied(locked));
    expect(await run(['locked'], tree)).toEqual(denied('locked'));
  },
);

test('a current directory that is gone is an error that says so', async () => {
  const tree = makeTree({ 'gone/a.py': '' });
  const child = execFile(
    'sh',
    ['-c', `cd gone && rm -r ../gone && exec "${process.execPath}" "${path.resolve('dist/cli.js')}"`],
    { cwd: tree },
  );
  const { code, stderr } = await finish(child);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'repomap: The current directory does not exist any more; change to another one\n',
  });
});

test('--explain of a path outside the root is refused', async () => {
  const tree = makeTree({ 'a.py': 'def a(): pass\n' });
  for (const outside of ['../x', '/etc/passwd']) {
    const { code, stderr } = await repomap(['--explain', outside], tree);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `repomap: "${outside}" is not below the root ${tree}\n`,
    });
  }
});
