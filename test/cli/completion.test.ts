import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeTree } from '../tree.ts';
import { repomap } from './run-cli.ts';

let script: string;
beforeAll(() => {
  script = execFileSync(process.execPath, [path.resolve('dist/cli.js'), 'completion'], { encoding: 'utf8' });
});

/** What a real bash offers for the last word, split as bash splits a line. */
function offered(...words: string[]): string[] {
  const tree = makeTree({ 'my src/a.py': '', 'setup.py': '' });
  const ask = `eval "$1"; shift; COMP_WORDS=(repomap "$@"); COMP_CWORD=$#; _repomap; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync('bash', ['-c', ask, 'bash', script, ...words], { cwd: tree, encoding: 'utf8' });
  return output.split('\n').filter(Boolean);
}

describe('the completion script in bash offers', () => {
  test('the commands and files as the first word', () => {
    expect(offered('')).toEqual(['mcp', 'refs', 'eval', 'cache', 'completion', 'my src', 'setup.py']);
    expect(offered('re')).toEqual(['refs']);
  });

  test('each option of the map, of a command and of the server', async () => {
    const long = (text: string) =>
      [...new Set(text.match(/^ +(?:-\w, )?(--[a-z-]+)/gm))].map((row) => row.trim());
    const flags = (text: string) => long(text).map((row) => row.replace(/^-\w, /, ''));
    const own = flags((await repomap(['--help'])).stdout).filter((flag) => flag !== '--help');
    expect(offered('--').sort()).toEqual(own.sort());
    expect(offered('refs', '--j')).toEqual(['--json']);
    expect(offered('mcp', '.', '--read')).toEqual(['--read-only']);
  });

  test('the formats after --format, with a space or =', () => {
    expect(offered('--format', 'm')).toEqual(['markdown', 'mermaid']);
    expect(offered('--format', '=', 'js')).toEqual(['json']);
    expect(offered('--format', '=')).toContain('graphml');
  });

  test('nothing after an option that takes words or numbers, and what stands below a command', () => {
    expect(offered('--query', '')).toEqual([]);
    expect(offered('cache', '')).toEqual(['clear']);
  });
});
