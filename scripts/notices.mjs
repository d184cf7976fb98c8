// Third-party notices, made from what the bundles really contain.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

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

/** Grammars carry their licence text beside the WASM that scripts/grammars.mjs extracted. */
async function grammarNotices(manifestFile, folder) {
  const { grammars } = JSON.parse(await readFile(manifestFile, 'utf8'));
  const byPackage = new Map();
  for (const grammar of Object.values(grammars)) {
    const key = `${grammar.package}@${grammar.version}`;
    if (byPackage.has(key)) continue;
    byPackage.set(key, {
      name: grammar.package,
      version: grammar.version,
      licence: grammar.licence,
      text: await readFile(path.join(folder, grammar.licenceFile), 'utf8').catch(() => ''),
    });
  }
  return [...byPackage.values()];
}

/**
 * Writes one notice a package that ships: the packages behind `inputs` (paths of esbuild's metafiles) and those
 * behind the grammars. Throws when a package has no licence text, so that a build cannot ship without it.
 */
export async function writeNotices({ inputs, grammarManifest, grammarFolder, outFile }) {
  const folders = [...new Set(inputs.map(packageFolder).filter(Boolean))];
  const notices = [
    ...(await Promise.all(folders.map(packageNotice))),
    ...(await grammarNotices(grammarManifest, grammarFolder)),
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
