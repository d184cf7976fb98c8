import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formats } from '../src/map/render/formats/index.ts';
import { gitIn } from './repository.ts';

const run = promisify(execFile);

const pages = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Lines that start with `repomap` or `npx repomap` in fences that hold commands; the rest of a pipe runs too. */
const commands = pages.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^```(?:sh|bash|console)\n([\s\S]*?)^```/gm)]
    .flatMap(([, block = '']) => block.split('\n'))
    .filter((line) => /^(npx )?repomap( |$)/.test(line))
    .map((line) => ({ page, command: line.replace(/\s+# .*$/, '') })),
);

/** A tree with the files and names that the pages speak of. */
const files: Readonly<Record<string, string>> = {
  'src/hub.py':
    'class Hub:\n    def start(self):\n        return 1\n\n\ndef frobnicate(value):\n    return value\n',
  'src/cli.py': 'from hub import Hub, frobnicate\n\n\ndef main(argv):\n    return frobnicate(Hub())\n',
  'src/api.py': 'from hub import Hub\n\n\ndef createServer(port):\n    return Hub().start()\n',
  'src/serve.py': 'from api import createServer\n\n\ndef serve():\n    return createServer(80)\n',
  'src/parts/part_7.py': 'from hub import Hub\n\n\ndef part(hub: Hub):\n    pass\n',
  'node_modules/left-pad/index.js': 'module.exports = function leftPad() {}\n',
};

let home: string;
beforeAll(() => {
  home = mkdtempSync(path.join(tmpdir(), 'repomap-docs-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.join(home, 'project', path.dirname(name)), { recursive: true });
    writeFileSync(path.join(home, 'project', name), text);
  }
  const git = gitIn(path.join(home, 'project'));
  git('init', '-q', '-b', 'main');
  git('add', 'src');
  git('commit', '-qm', 'Begin with a hub');
  writeFileSync(path.join(home, 'project/src/hub.py'), `${files['src/hub.py']}\n\ndef more():\n    pass\n`);
  git('commit', '-qam', 'Give the hub more');
  writeFileSync(path.join(home, 'project/src/api.py'), `${files['src/api.py']}\n\ndef stop():\n    pass\n`);
  writeFileSync(path.join(home, 'project/server.json'), '{"tools":{"notes":{"root":"src"}}}');
  mkdirSync(path.join(home, 'notes'));
  mkdirSync(path.join(home, 'bin'));
  const shim = (name: string, body: string) => {
    writeFileSync(path.join(home, 'bin', name), `#!/bin/sh\n${body}\n`);
    chmodSync(path.join(home, 'bin', name), 0o755);
  };
  shim('repomap', `exec "${process.execPath}" "${path.resolve('dist/cli.js')}" "$@"`);
  shim('npx', '[ "$1" = -y ] && shift; shift; exec repomap "$@"');
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('a command in the documentation works as it is written:', () => {
  test.each(commands.map(({ page, command }) => [command, page]))('%s (%s)', async (command) => {
    const env = {
      ...process.env,
      PATH: `${home}/bin:${process.env.PATH}`,
      XDG_CACHE_HOME: `${home}/cache`,
      HOME: home,
    };
    const tools = [...command.matchAll(/\| (\w+)/g)].map(([, tool = '']) => tool);
    for (const tool of tools) {
      const found = await run('sh', ['-c', `command -v ${tool}`], { env }).catch(() => undefined);
      if (!found) return; // jq and the like: the command is right, the machine lacks its other half
    }
    const child = run('bash', ['-c', `set -euo pipefail\n${command.replaceAll('/home/me', home)}`], {
      cwd: path.join(home, 'project'),
      env,
    });
    child.child.stdin?.end();
    await expect(child).resolves.toBeDefined();
  });

  test('there are many of them', () => {
    expect(commands.length).toBeGreaterThan(40);
  });
});

describe('the documentation', () => {
  test('names every option of the command line', async () => {
    const { stdout } = await run(process.execPath, ['dist/cli.js', '--help']);
    const text = readFileSync('docs/command-line.md', 'utf8');
    const options = [...stdout.matchAll(/--[a-z-]+/g)]
      .map(([option]) => option)
      .filter((option) => !['--version', '--help'].includes(option));
    expect(options.filter((option) => !text.includes(option))).toEqual([]);
  });

  test('names every format, tool and export', async () => {
    const formatsPage = readFileSync('docs/formats.md', 'utf8');
    expect(formats.filter(({ name }) => !formatsPage.includes(`| \`${name}\` |`))).toEqual([]);
    const { stdout } = await run(process.execPath, ['dist/cli.js', 'mcp', 'fixtures', '--describe']);
    const toolsPage = readFileSync('docs/tools.md', 'utf8');
    const tools: { name: string }[] = JSON.parse(stdout).tools;
    expect(tools.filter(({ name }) => !toolsPage.includes(`## \`${name}\``))).toEqual([]);
    const libraryPage = readFileSync('docs/library.md', 'utf8');
    const library = Object.keys(await import('../src/index.ts'));
    expect(library.filter((name) => !libraryPage.includes(`## \`${name}\``))).toEqual([]);
  });
});
