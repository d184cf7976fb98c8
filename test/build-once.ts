import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const newest = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (latest, entry) => Math.max(latest, statSync(path.join(entry.parentPath, entry.name)).mtimeMs),
      0,
    );

/** Tests of what ships run on dist/; it is built again only when a source is newer. */
export function setup(): void {
  if (process.env.REPOMAP_NO_BUILD || !existsSync('src/cli.ts')) return;
  const built = existsSync('dist/cli.js') ? statSync('dist/cli.js').mtimeMs : 0;
  if (built > Math.max(newest('src'), newest('scripts'))) return;
  execFileSync(process.execPath, ['scripts/build.mjs', '--fast'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
