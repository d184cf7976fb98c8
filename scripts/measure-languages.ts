/**
 * Makes every table of docs/languages.md and every list of docs/languages-measured.md anew.
 *
 *   node scripts/run-ts.mjs scripts/measure-languages.ts FOLDER_OF_CHECKOUTS
 *
 * Needs universal-ctags, dist/ (npm run build), and the checkouts of scripts/languages/projects.ts, each in the folder that it
 * names there. Fails where one is missing, and where a script of the four does.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LINE_SUBJECTS } from './languages/line-subjects.ts';
import { LISTS, writeSection } from './languages/measured-pages.ts';
import { OTHER_PROJECTS, PROJECTS } from './languages/projects.ts';
import { SUBJECTS } from './languages/subjects.ts';

const SCRIPTS = ['check-languages', 'check-lines', 'check-references', 'check-imports'];

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: measure-languages FOLDER_OF_CHECKOUTS');
const known = new Set([...PROJECTS.map((one) => one.folder), ...Object.keys(OTHER_PROJECTS)]);
for (const { project } of [...SUBJECTS, ...LINE_SUBJECTS])
  if (!known.has(project.split('/', 1)[0] as string)) throw new Error(`not in projects.ts: ${project}`);
for (const { folder: name, repository, commit } of PROJECTS)
  if (!existsSync(join(folder, name)))
    throw new Error(`no ${join(folder, name)}: check out https://github.com/${repository} at ${commit}`);
writeSection(LISTS, '## Projects', projectsTable());
for (const script of SCRIPTS) {
  console.log(`\n${script}`);
  const { status } = spawnSync('node', ['scripts/run-ts.mjs', `scripts/${script}.ts`, folder], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}

function projectsTable(): string {
  return [
    'All tables and lists are made anew by `node scripts/run-ts.mjs scripts/measure-languages.ts FOLDER`, where FOLDER holds these',
    'checkouts under these names:',
    '',
    '| folder | repository | commit |',
    '| --- | --- | --- |',
    ...PROJECTS.map(({ folder: name, repository, commit }) => `| ${name} | ${repository} | ${commit} |`),
    '',
    ...Object.entries(OTHER_PROJECTS).map(([name, source]) => `\`${name}\` is ${source}.`),
  ].join('\n');
}
