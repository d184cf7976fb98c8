import { displayText } from '../fs/display-path.ts';
import type { MapRequest } from '../map/request.ts';
import { expandFocus } from './expand-focus.ts';
import { checkExplain, chooseBudget, chooseFormat, type RawMapOptions } from './map-options.ts';
import { withEngine } from './open-engine.ts';
import { note } from './output.ts';
import { currentDirectory, type Place, resolvePlace } from './place.ts';
import { mapShowingProgress, renderMap, writeAnswer, writeMap } from './produce-map.ts';
import { checkSince } from './since.ts';

/** `repomap [path]`: resolves to the exit code. */
export async function runMap(path: string | undefined, written: RawMapOptions): Promise<number> {
  const raw = withOutputFile(written);
  const format = chooseFormat(raw);
  const maxChars = chooseBudget(format, raw);
  checkSince(raw, format);
  checkExplain(raw, format);
  const place = await resolvePlace(path, currentDirectory());
  return withEngine(place.root, raw, async ({ engine, signal }) => {
    const focus = await expandFocus(raw.focus ?? [], place.root, signal);
    for (const empty of focus.empty) if (!raw.quiet) note(empty);
    const request: MapRequest = {
      ...readRequest(place, raw),
      focus: focus.places,
      history: raw.history ?? false,
      query: raw.query ?? '',
      maxChars,
      signal,
    };
    if (raw.explain !== undefined) {
      const { explainPath } = await import('./explain-command.ts');
      const result = await mapShowingProgress(engine, request, raw);
      await writeAnswer(displayText(explainPath(engine, result, raw.explain, request)), raw);
      return 0;
    }
    if (raw.watch) {
      const { watchMap } = await import('./watch-command.ts');
      return watchMap(engine, request, raw, format, signal);
    }
    const result = await mapShowingProgress(engine, request, raw);
    if (result.stats.historyMissing && !raw.quiet)
      note('git gives no history around the directory; the map goes by the tree alone');
    await writeMap(result, await renderMap(result, format, raw), raw);
    return 0;
  });
}

/** `-o -` is standard output, as without it. */
function withOutputFile({ output, ...others }: RawMapOptions): RawMapOptions {
  return output === undefined || output === '-' ? others : { ...others, output };
}

/** What is read, apart from what it is ranked by. */
function readRequest(place: Place, raw: RawMapOptions): MapRequest {
  return {
    path: place.path,
    include: raw.include ?? [],
    exclude: raw.exclude ?? [],
    gitignore: raw.gitignore,
    ...(raw.maxFiles !== undefined && { maxFiles: raw.maxFiles }),
    ...(raw.timeLimit !== undefined && { timeLimitMs: raw.timeLimit * 1000 }),
  };
}
