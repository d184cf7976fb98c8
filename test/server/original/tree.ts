import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** A tree in which both servers find the same: `first` and `second` are allowed, `outside` is not. */
export function makeTree(base: string): void {
  const put = (name: string, content: string | Buffer) => {
    const file = path.join(base, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    utimesSync(file, 1_700_000_000, 1_700_000_000);
  };
  put('first/plain.txt', 'one\ntwo\nthree\nfour\nfive\n');
  put('first/no-newline.txt', 'one\ntwo\nthree');
  put('first/empty.txt', '');
  put('first/empty/inside.txt', 'its directory comes before empty.txt, and its path after it\n');
  put('first/blank-lines.txt', '\n\n\n');
  put('first/crlf.txt', 'one\r\ntwo\r\nthree\r\n');
  put('first/mixed.txt', 'one\r\ntwo\nthree\r\nfour\n');
  put('first/bom.txt', '\ufeffone\ntwo\n');
  put('first/latin1.txt', Buffer.from('caf\xe9\nbar\n', 'latin1'));
  put('first/unicode.txt', 'Grüße, 世界 🌍\nzweite Zeile\n');
  put('first/long.txt', Array.from({ length: 5000 }, (_, line) => `line ${line + 1} äöü`).join('\n'));
  put('first/spaces.js', 'function a() {\n    if (x) {\n        return 1;\n    }\n}\n');
  put('first/tabs.js', 'function a() {\n\tif (x) {\n\t\treturn 1;\n\t}\n}\n');
  put('first/fences.md', '# A\n```js\ncode();\n```\n````\nmore\n````\n');
  put('first/repeat.txt', 'same\nsame\nsame\n');
  put('first/dollar.txt', 'price: X\n');
  put('first/read-only.txt', 'locked\n');
  put('first/name with spaces.txt', 'spaces\n');
  put('first/Ünïcode-ñame.txt', 'composed\n');
  put('first/deco\u0301mposed.txt', 'decomposed\n');
  put('first/.hidden', 'hidden\n');
  put('first/pixel.png', Buffer.from('89504e470d0a1a0a', 'hex'));
  put('first/sound.mp3', Buffer.from('494433', 'hex'));
  put('first/image.SVG', '<svg/>');
  put('first/data.bin', Buffer.from([0, 1, 2, 255]));
  put('first/sub/a.ts', 'export const a = 1;\n');
  put('first/sub/b.js', 'module.exports = 2;\n');
  put('first/sub/deep/c.ts', 'export const c = 3;\n');
  put('first/sub/deep/.dot/d.ts', 'export const d = 4;\n');
  put('first/node_modules/pkg/index.js', 'x\n');
  put('first/big.txt', 'x'.repeat(3 * 1024 * 1024));
  put('first/large.txt', `${`${'x'.repeat(1023)}\n`.repeat(20 * 1024)}needle\n`);
  put('first/kilo.txt', 'k'.repeat(1536));
  put('second/other.txt', 'in the second directory\n');
  put('outside/secret.txt', 'SECRET\n');
  mkdirSync(path.join(base, 'first/empty-directory'));
  chmodSync(path.join(base, 'first/read-only.txt'), 0o444);
  const link = (target: string, name: string) => symlinkSync(target, path.join(base, name));
  link('plain.txt', 'first/link-inside.txt');
  link('sub', 'first/link-directory');
  link('../second/other.txt', 'first/link-second.txt');
  link('../outside/secret.txt', 'first/link-outside.txt');
  link('../outside', 'first/link-outside-directory');
  link('missing.txt', 'first/link-dangling.txt');
  link('link-loop', 'first/link-loop');
  execFileSync('mkfifo', [path.join(base, 'first/pipe')]);
}

/** Every path below `base` with what it is, for a comparison after a change. */
export function snapshot(base: string): Record<string, string> {
  const seen: Record<string, string> = {};
  const visit = (relative: string) => {
    for (const name of readdirSync(path.join(base, relative)).sort()) {
      const below = path.join(relative, name);
      const stats = lstatSync(path.join(base, below));
      const mode = (stats.mode & 0o7777).toString(8);
      if (stats.isDirectory()) {
        seen[below] = `directory ${mode}`;
        visit(below);
      } else if (stats.isSymbolicLink()) seen[below] = `link ${readlinkSync(path.join(base, below))}`;
      else if (stats.isFile())
        seen[below] = `file ${mode} ${readFileSync(path.join(base, below)).toString('latin1')}`;
      else seen[below] = 'special';
    }
  };
  visit('.');
  return seen;
}
