/**
 * Resolves every import of checked-out projects and compares the answers with what the projects' own build files say
 * (go.mod, Cargo.toml, package.json, tsconfig.json, composer.json) or the compiler's rules; rewrites the table of
 * docs/languages.md.
 *
 *   node scripts/run-ts.mjs scripts/check-imports.ts FOLDER_OF_CHECKOUTS [LANGUAGE…]
 *
 * Needs dist/ (npm run build). With languages named, lists a sample of each verdict instead.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createImportResolver } from '../src/map/graph/resolve.ts';
import { createTruth, type Truth } from './imports/truth.ts';

const PROJECTS: Record<string, string[]> = {
  typescript: ['typeorm', 'vite', 'zod'],
  javascript: ['axios', 'fastify'],
  python: ['celery', 'flask', 'pytest', 'sphinx', 'sympy'],
  go: ['caddy', 'gin', 'prometheus'],
  rust: ['clap', 'ripgrep', 'tokio'],
  java: ['commons-lang', 'gson', 'mockito'],
  kotlin: ['okhttp'],
  csharp: ['Newtonsoft.Json'],
  c: ['jq', 'redis'],
  cpp: ['fmt', 'leveldb'],
  ruby: ['rubocop', 'sinatra'],
  php: ['console', 'framework', 'guzzle'],
};

const HEADING = '## Imports, compared with what the build files say';
const NEXT = '## Definitions, compared with universal-ctags';
const SAMPLE = 20;

interface Verdicts {
  written: number;
  inside: number;
  right: number;
  unresolved: string[];
  wrong: string[];
}

// The parser comes as built, with its worker; the resolver that is measured is the source.
const { mapRepository } = (await import(
  pathToFileURL(resolve('dist/index.js')).href
)) as typeof import('../src/index.ts');

const [folder, ...only] = process.argv.slice(2);
if (!folder) throw new Error('usage: check-imports FOLDER_OF_CHECKOUTS [LANGUAGE…]');
const rows: string[] = [];
for (const [language, projects] of Object.entries(PROJECTS)) {
  if (only.length > 0 && !only.includes(language)) continue;
  const verdicts: Verdicts = { written: 0, inside: 0, right: 0, unresolved: [], wrong: [] };
  for (const project of projects) await judge(join(folder, project), language, verdicts);
  const { written, inside, right, unresolved, wrong } = verdicts;
  const share = inside === 0 ? '–' : `${((100 * right) / inside).toFixed(2)} %`;
  rows.push(
    `| ${language} | ${projects.join(', ')} | ${written} | ${inside} | ${right} | ${share} | ${unresolved.length} | ${wrong.length} |`,
  );
  console.log(rows.at(-1));
  if (only.length === 0) continue;
  for (const [title, list] of [['unresolved', unresolved] as const, ['wrong', wrong] as const]) {
    console.log(`-- ${title}`);
    for (const line of sample(list)) console.log(`   ${line}`);
  }
}
if (only.length === 0) writeFileSync('docs/languages.md', page());

async function judge(root: string, language: string, verdicts: Verdicts): Promise<void> {
  const { tree } = await mapRepository(root);
  const paths = tree.files.map(({ path }) => path);
  const truth: Truth = createTruth(root, tree.files);
  const resolver = createImportResolver(tree.files);
  tree.files.forEach(({ path, tags }, from) => {
    if (familyOf(tags.language) !== language) return;
    for (const written of tags.imports) {
      verdicts.written++;
      const meant = truth(path, tags, written);
      meant.delete(path);
      const found = resolver.resolve(from, written).map((index) => paths[index] as string);
      const said = `${path}:${written.line} ${written.specifier} {${written.names.join(', ')}}`;
      if (meant.size > 0) verdicts.inside++;
      if (found.some((file) => !meant.has(file)))
        verdicts.wrong.push(`${said} → ${found.slice(0, 4)} instead of ${[...meant].slice(0, 3)}`);
      else if (found.length > 0) verdicts.right++;
      else if (meant.size > 0) verdicts.unresolved.push(`${said}: ${[...meant].slice(0, 3)}`);
    }
  });
}

function familyOf(language: string): string {
  return language === 'tsx' ? 'typescript' : language;
}

function sample(list: readonly string[]): string[] {
  const step = Math.max(1, list.length / SAMPLE);
  return Array.from(
    { length: Math.min(SAMPLE, list.length) },
    (_, at) => list[Math.floor(at * step)] as string,
  );
}

function page(): string {
  const text = readFileSync('docs/languages.md', 'utf8');
  const before = text.split(text.includes(HEADING) ? HEADING : NEXT, 1)[0] as string;
  const after = text.slice(text.indexOf(NEXT));
  return `${before.trimEnd()}

${HEADING}

Made by \`scripts/check-imports.ts\`. An import is inside when, by the project's build files or the compiler's rules, it
names files of the tree. It is right when every file that we resolve it to is one of those, wrong when one is not (also
where the import names a library and we find a file), unresolved when we find none.

| language | projects | imports | inside | right | share | unresolved | wrong |
| --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

What is left, by reading a sample of 20 of each: TypeScript and JavaScript packages that import themselves by the name
in package.json, and an alias for a single file (\`~utils\`), which the tree does not show; in Rust \`super\` in a module
inside the file, and libraries named like a folder of the workspace (\`regex\` for \`grep-regex\`); in C# a second
namespace of a file. For Java, Kotlin, C#, PHP, C and C++ the truth is worked out from namespaces and paths by code of
its own, not by a build file. Languages that are not in the table share one rule, the ending of paths.

${after}`;
}
