// Packs the package, installs it into an empty folder and runs what a user would run.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const run = (command, args, options = {}) =>
  execFileSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: command === npm && process.platform === 'win32',
    ...options,
  });

function check(holds, what) {
  if (!holds) throw new Error(`package check: ${what}`);
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'repomap-package-'));
try {
  const manifest = JSON.parse(await readFile('package.json', 'utf8'));
  const { messages } = await publint({ strict: true });
  check(messages.length === 0, messages.map((message) => formatMessage(message, manifest)).join('\n'));

  const [packed] = Object.values(
    JSON.parse(run(npm, ['pack', '--json', '--ignore-scripts', '--pack-destination', folder])),
  );
  const files = packed.files.map((file) => file.path);
  for (const needed of [
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    'dist/cli.js',
    'dist/types/index.d.ts',
    'dist/THIRD-PARTY-NOTICES.md',
  ]) {
    check(files.includes(needed), `${needed} is not packed`);
  }

  const empty = path.join(folder, 'empty');
  await mkdir(empty);
  await writeFile(path.join(empty, 'package.json'), '{"name":"empty","private":true,"type":"module"}');
  run(npm, ['install', '--no-audit', '--no-fund', '--omit=dev', path.join(folder, packed.filename)], {
    cwd: empty,
  });
  await writeFile(path.join(empty, 'hub.py'), 'def frobnicate(value):\n    return value\n');
  await writeFile(
    path.join(empty, 'cli.py'),
    'from hub import frobnicate\n\ndef main(argv):\n    frobnicate(argv)\n',
  );
  const cli = path.join(empty, 'node_modules', 'repomap', 'dist', 'cli.js');
  const map = run(process.execPath, [cli, '.', '--no-cache'], { cwd: empty });
  check(map.startsWith('hub.py:\n   1: def frobnicate(value):'), `the installed package printed\n${map}`);
  const library = "import { mapRepository } from 'repomap'; console.log(typeof mapRepository);";
  check(
    run(process.execPath, ['--input-type=module', '-e', library], { cwd: empty }).trim() === 'function',
    'the library does not import',
  );
  console.log(
    `package: ${files.length} files, ${(packed.size / 1e6).toFixed(1)} MB packed, ${(packed.unpackedSize / 1e6).toFixed(1)} MB installed`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
