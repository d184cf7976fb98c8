import { RepomapError } from '../errors.ts';
import { displayJson } from '../fs/display-path.ts';
import type { Engine } from '../map/engine.ts';
import { openReplay, type ReplayedCommit } from '../map/git/replay.ts';
import type { MapResult } from '../map/request.ts';
import type { RawEvalOptions } from './actions.ts';
import { withEngine } from './open-engine.ts';
import { print } from './output.ts';
import { currentDirectory, resolvePlace } from './place.ts';
import { showProgress } from './progress.ts';

/** How one map answered one commit. */
interface Answer {
  commit: string;
  subject: string;
  /** Changed files that the map could show: those with a definition. */
  changed: readonly string[];
  /** Of these, the ones in the map steered by the message, and in the map steered by nothing. */
  found: number;
  foundUnsteered: number;
  /** Rank of the first changed file under the message; 1 is best. */
  firstRank: number;
}

/** `repomap eval [path]`: resolves to the exit code. */
export async function runEval(path: string | undefined, raw: RawEvalOptions): Promise<number> {
  const place = await resolvePlace(path, currentDirectory());
  const repository = place.path === '.' ? place.root : `${place.root}/${place.path}`;
  const replay = await openReplay(repository, raw.commits);
  const progress = showProgress(process.stderr, raw.quiet ?? false);
  try {
    const answers: Answer[] = [];
    const exitCode = await withEngine(
      replay.directory,
      { ...raw, cache: false },
      async ({ engine, signal }) => {
        for (const commit of replay.commits) {
          if (answers.length === raw.commits) break;
          signal.throwIfAborted();
          progress.update(answers.length, raw.commits, 'replaying commits');
          await replay.before(commit);
          const answer = await askFor(engine, commit, raw.maxChars, signal);
          if (answer) answers.push(answer);
        }
        return 0;
      },
    );
    progress.end();
    if (exitCode !== 0) return exitCode;
    if (answers.length === 0) {
      throw new RepomapError('no-match', 'No commit here can be replayed', {
        hint: 'it takes commits that change at most ten files that their parent has and that define something',
      });
    }
    const report = summarize(answers, raw.maxChars);
    await print(raw.json ? `${displayJson({ ...report, commits: answers }, 2)}\n` : describe(report));
    return 0;
  } finally {
    progress.end();
    await replay.close();
  }
}

async function askFor(
  engine: Engine,
  { id, message, changed }: ReplayedCommit,
  maxChars: number,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const steered = await engine.map({ query: message, maxChars, signal });
  const known = new Set(
    steered.ranking.files.filter(({ file }) => file.tags.definitions.length > 0).map(({ file }) => file.path),
  );
  const answerable = changed.filter((file) => known.has(file));
  if (answerable.length === 0) return undefined;
  const unsteered = await engine.map({ maxChars, signal });
  return {
    commit: id,
    subject: message.split('\n')[0] ?? '',
    changed: answerable,
    found: countShown(steered, answerable),
    foundUnsteered: countShown(unsteered, answerable),
    firstRank: 1 + steered.ranking.files.findIndex(({ file }) => answerable.includes(file.path)),
  };
}

function countShown({ selection }: MapResult, files: readonly string[]): number {
  const shown = new Set(selection.files.map(({ ranked }) => ranked.file.path));
  return files.filter((file) => shown.has(file)).length;
}

interface Report {
  maxChars: number;
  replayed: number;
  /** Mean over commits of the share of their files that the map shows, 0 to 1. */
  recall: number;
  /** The same for the map without the message: what the message is worth is the difference. */
  recallUnsteered: number;
  /** Share of commits with at least one of their files in the map. */
  hits: number;
  /** Mean of 1 / rank of the first changed file. */
  reciprocalRank: number;
}

function summarize(answers: readonly Answer[], maxChars: number): Report {
  const mean = (value: (answer: Answer) => number) =>
    Number((answers.reduce((sum, answer) => sum + value(answer), 0) / answers.length).toFixed(4));
  return {
    maxChars,
    replayed: answers.length,
    recall: mean(({ found, changed }) => found / changed.length),
    recallUnsteered: mean(({ foundUnsteered, changed }) => foundUnsteered / changed.length),
    hits: mean(({ found }) => (found > 0 ? 1 : 0)),
    reciprocalRank: mean(({ firstRank }) => 1 / firstRank),
  };
}

const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

const describe = ({ maxChars, replayed, recall, recallUnsteered, hits, reciprocalRank }: Report) =>
  [
    `${replayed} commits, each mapped as its parent left the tree, at ${maxChars} characters:`,
    `  recall      ${percent(recall)} of the changed files are in the map that the message asks for (${percent(recallUnsteered)} without the message)`,
    `  hits        ${percent(hits)} of the commits have one of their files in it`,
    `  first rank  ${reciprocalRank.toFixed(3)} mean reciprocal rank of the first changed file`,
    '',
  ].join('\n');
