/**
 * Resolves every import of checked-out projects and compares the answers with what the projects' own build files say
 * (go.mod, Cargo.toml, package.json, tsconfig.json, composer.json) or the compiler's rules; rewrites the table of
 * docs/languages.md. Counts there too by what the uses of names are resolved.
 *
 *   node scripts/run-ts.mjs scripts/check-imports.ts FOLDER_OF_CHECKOUTS [LANGUAGE…]
 *
 * Needs dist/ (npm run build). With languages named, lists a sample of each verdict instead.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createImportResolver } from '../src/map/graph/imports/resolve.ts';
import { createTruth, type Truth } from './imports/truth.ts';
import { usesOf, WAYS, type Way } from './imports/uses.ts';

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
  vue: ['vue-realworld'],
  svelte: ['svelte', 'svelte-realworld'],
  scala: ['cats'],
  groovy: ['nextflow'],
  swift: ['Alamofire', 'swift-argument-parser'],
  objc: ['AFNetworking'],
  dart: ['bloc'],
  lua: ['kong', 'penlight'],
  elixir: ['phoenix', 'plug'],
  erlang: ['cowboy'],
  haskell: ['pandoc'],
  elm: ['elm-spa'],
  ocaml: ['ocaml-base'],
  rescript: ['rescript-core'],
  clojure: ['ring'],
  solidity: ['openzeppelin'],
  zig: ['zls'],
  bash: ['bats-core', 'dokku', 'rvm'],
  perl: ['mojo'],
  raku: ['zef'],
  protobuf: ['api-common-protos'],
  julia: ['DataFrames.jl'],
  fortran: ['fortran-stdlib'],
  ada: ['alire'],
  d: ['dub'],
  haxe: ['flixel'],
  gleam: ['gleam-stdlib'],
  gdscript: ['Gut'],
  scss: ['jekyll', 'twentytwentyone'],
  cmake: ['fmt', 'fortran-stdlib', 'json'],
  make: ['cowboy', 'dokku'],
};

/** Of 20 uses drawn from those that mean files of their own, read with what they are resolved to: also a wrong file, only wrong ones. */
const JUDGED: Readonly<Record<string, readonly [number, number]>> = {
  typescript: [4, 2],
  javascript: [0, 7],
  python: [2, 7],
  go: [2, 4],
  rust: [1, 3],
  java: [1, 2],
  kotlin: [2, 1],
  csharp: [1, 8],
  c: [0, 1],
  cpp: [0, 3],
  ruby: [0, 7],
  php: [2, 3],
};

const HEADING = '## Imports, compared with what the build files say';
const PAGE = 'docs/languages.md';
const SAMPLE = 20;

interface Verdicts {
  written: number;
  inside: number;
  right: number;
  unresolved: string[];
  wrong: string[];
  uses: Record<Way, number>;
}

// The parser comes as built, with its worker; the resolver that is measured is the source.
const { mapRepository } = (await import(
  pathToFileURL(resolve('dist/index.js')).href
)) as typeof import('../src/index.ts');

const [folder, ...only] = process.argv.slice(2);
if (!folder) throw new Error('usage: check-imports FOLDER_OF_CHECKOUTS [LANGUAGE…]');
const rows: string[] = [];
const useRows: string[] = [];
for (const [language, projects] of Object.entries(PROJECTS)) {
  if (only.length > 0 && !only.includes(language)) continue;
  const verdicts: Verdicts = { written: 0, inside: 0, right: 0, unresolved: [], wrong: [], uses: noUses() };
  for (const project of projects) await judge(join(folder, project), language, verdicts);
  const { written, inside, right, unresolved, wrong } = verdicts;
  const share = inside === 0 ? '–' : `${((100 * right) / inside).toFixed(2)} %`;
  rows.push(
    `| ${language} | ${projects.join(', ')} | ${written} | ${inside} | ${right} | ${share} | ${unresolved.length} | ${wrong.length} |`,
  );
  console.log(rows.at(-1));
  useRows.push(useRow(language, verdicts.uses));
  console.log(useRows.at(-1));
  if (only.length === 0) continue;
  for (const [title, list] of [['unresolved', unresolved] as const, ['wrong', wrong] as const]) {
    console.log(`-- ${title}`);
    for (const line of sample(list)) console.log(`   ${line}`);
  }
}
if (only.length === 0) writeFileSync(PAGE, page());

async function judge(root: string, language: string, verdicts: Verdicts): Promise<void> {
  const { tree } = await mapRepository(root);
  for (const { from, way } of usesOf(tree))
    if (familyOf(tree.files[from]?.tags.language ?? '') === language) verdicts.uses[way]++;
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

function noUses(): Record<Way, number> {
  return { import: 0, barrel: 0, 'likely definer': 0, shared: 0, none: 0 };
}

function useRow(language: string, uses: Record<Way, number>): string {
  const all = WAYS.reduce((sum, way) => sum + uses[way], 0);
  const shares = WAYS.map((way) => `${((100 * uses[way]) / all).toFixed(1)} %`);
  const [partly, wrong] = JUDGED[language] ?? ['', ''];
  return `| ${language} | ${all} | ${shares.join(' | ')} | ${partly} | ${wrong} |`;
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

/** The page with its section on imports made anew; what stands around it stays. */
function page(): string {
  const text = readFileSync(PAGE, 'utf8');
  const start = text.indexOf(HEADING);
  const end = text.indexOf('\n## ', start + HEADING.length);
  return `${text.slice(0, start)}${HEADING}

Made by \`scripts/check-imports.ts\`. An import is inside when, by the project's build files or the compiler's rules, it
names files of the tree. It is right when every file that we resolve it to is one of those, wrong when one is not (also
where the import names a library and we find a file), unresolved when we find none.

| language | projects | imports | inside | right | share | unresolved | wrong |
| --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

The truth comes from go.mod, Cargo.toml, package.json, tsconfig.json, pubspec.yaml, Package.swift, build.zig, dune files and
remappings.txt, from what the files declare themselves to be (Haskell, Elm, Clojure, Erlang, Elixir, Scala, Fortran, D, Julia),
and for the others from namespaces and paths by code of its own.

What is left, by reading a sample of 20 of each. TypeScript, JavaScript and Svelte: packages that import themselves or others of
the workspace by the name in package.json (3 % of the imports of TypeScript, nine in ten of those in the inputs of typeorm's
codemods; the subpaths of \`svelte\`), and an alias for a single file (\`~utils\`): no manifest is read. Rust: \`super\` in a
module inside the file, and libraries named like a folder of the workspace (\`regex\` for \`grep-regex\`). C#: a second
namespace of a file, which lies behind \`#if\`. Elixir: the second module of a file. Scala: objects of files without a
package. Lua: a mock that stands for the library itself. CMake: modules in a folder that is no \`cmake\` beside or above.
Languages that are not in the table share one rule: what a file
declares itself to be, a path relative to the file, or one in which the path of a file ends, whole.

### Uses of names, by what they are resolved

Of the same files: a use is one name that one file uses and does not define, while others of the tree do. It goes to the
imported files that define it; else to those that an imported file passes on (a barrel); else to the likely definers by
language, owner and name ([the graph](ranking.md#the-graph)); else it is shared among all, or means none of them. In some languages 20 uses
that are neither shared nor mean none were drawn and read with what they are resolved to. "Partly": a wrong file is among those meant; "wrong": none is right.

| language | uses | import | barrel | likely definer | shared | none | partly of 20 | wrong of 20 |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${useRows.join('\n')}

Of the 48 wrong ones some 35 are members or globals of a library whose name a file that is imported, or of which a type is
mentioned, has for something else (\`headers.get\`, \`string.Empty\`, \`hash.delete\`), most of the rest members of another type of
the project: which type a member belongs to is not known. Before languages and owners were asked, 11 of JavaScript's, 10 of
Ruby's and 6 of Rust's were wrong.
${text.slice(end)}`;
}
