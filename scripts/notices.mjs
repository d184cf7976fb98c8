// Third-party notices, made from what the bundles really contain.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { licencePath } from './grammars.mjs';

const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/** node_modules/a/b.js → a; node_modules/@s/a/node_modules/@s/b/c.js → node_modules/@s/a/node_modules/@s/b */
function packageFolder(input) {
  const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
  return match?.[1];
}

async function packageNotice(folder) {
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder)).filter((name) => LICENCE_FILE.test(name)).sort();
  const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
  return {
    name: manifest.name,
    version: manifest.version,
    licence: manifest.license,
    text: texts.join('\n\n'),
  };
}

/** Grammar packages leave their licence text beside the grammars that scripts/grammars.mjs extracted. */
async function grammarNotices(packages) {
  const notices = Object.entries(packages).map(async ([name, { version, licence }]) => {
    return { name, version, licence, text: await readFile(licencePath(name), 'utf8') };
  });
  return Promise.all(notices);
}

/**
 * Writes one notice a package that ships: the packages behind `inputs` (paths of esbuild's metafiles) and those
 * behind the grammars. Throws when a package has no licence text, so that a build cannot ship without it.
 */
export async function writeNotices({ inputs, grammarPackages, outFile }) {
  const folders = [...new Set(inputs.map(packageFolder).filter(Boolean))];
  const notices = [
    ...(await Promise.all(folders.map(packageNotice))),
    ...(await grammarNotices(grammarPackages)),
  ].sort((a, b) => (a.name < b.name ? -1 : 1));
  const bare = notices.filter((notice) => !notice.licence || notice.text.trim() === '');
  if (bare.length > 0) {
    throw new Error(`no licence text for ${bare.map((n) => `${n.name}@${n.version}`).join(', ')}`);
  }
  const sections = notices.map(
    (n) => `## ${n.name} ${n.version} (${n.licence})\n\n\`\`\`text\n${n.text.trim()}\n\`\`\`\n`,
  );
  const head =
    '# Third-party notices\n\nThis package contains the following software, each under its own licence.\n';
  await writeFile(outFile, [head, ...sections].join('\n'));
  return notices.map((n) => n.name);
}
