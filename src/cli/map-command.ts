import { resolve } from 'node:path';
import type { Engine, MapRequest, MapResult } from '../map/engine.ts';
import { renderWithin } from '../map/render/formats/fit.ts';
import type { Format } from '../map/render/formats/format.ts';
import { expandFocus } from './expand-focus.ts';
import {
  chooseBudget,
  chooseFormat,
  currentDirectory,
  type Place,
  type RawMapOptions,
  resolvePlace,
} from './map-options.ts';
import { withEngine } from './open-engine.ts';
import { note, print, writeWhole } from './output.ts';
import { showProgress } from './progress.ts';
import { checkSince, renderSince } from './since.ts';

/** `repomap [path]`: resolves to the exit code. */
export async function runMap(path: string | undefined, raw: RawMapOptions): Promise<number> {
  const format = chooseFormat(raw);
  const maxChars = chooseBudget(format, raw);
  checkSince(raw, format);
  const place = await resolvePlace(path, currentDirectory());
  return withEngine(place.root, raw, async ({ engine, signal }) => {
    const focus = await expandFocus(raw.focus ?? [], place.root, signal);
    for (const empty of focus.empty) if (!raw.quiet) note(empty);
    const request: MapRequest = {
      ...readRequest(place, raw),
      focus: focus.places,
      query: raw.query ?? '',
      maxChars,
      signal,
    };
    if (raw.explain !== undefined) {
      const { explainPath } = await import('./explain-command.ts');
      await print(
        await explainPath(engine, await mapShowingProgress(engine, request, raw), raw.explain, request),
      );
      return 0;
    }
    if (raw.watch) {
      const { watchMap } = await import('./watch-command.ts');
      return watchMap(engine, request, raw, format, signal);
    }
    const result = await mapShowingProgress(engine, request, raw);
    await writeMap(result, await renderMap(result, format, raw), raw);
    return 0;
  });
}

/** What is read, apart from what it is ranked by. */
export function readRequest(place: Place, raw: RawMapOptions): MapRequest {
  return {
    path: place.path,
    include: raw.include ?? [],
    exclude: raw.exclude ?? [],
    gitignore: raw.gitignore,
    ...(raw.timeLimit !== undefined && { timeLimitMs: raw.timeLimit * 1000 }),
  };
}

const STAGES = { walk: 'looking for files', parse: 'parsing' } as const;

export async function mapShowingProgress(
  engine: Engine,
  request: MapRequest,
  { quiet }: RawMapOptions,
): Promise<MapResult> {
  const progress = showProgress(process.stderr, quiet ?? false);
  try {
    return await engine.map({
      ...request,
      onProgress: ({ stage, done, total }) => progress.update(done, total, STAGES[stage]),
    });
  } finally {
    progress.end();
  }
}

export interface RenderedMap {
  text: string;
  /** Wall milliseconds. */
  renderMs: number;
}

/** The map in its form, or what `--since` asks for of it. */
export async function renderMap(result: MapResult, format: Format, raw: RawMapOptions): Promise<RenderedMap> {
  const startMs = performance.now();
  const text = (await renderSince(result, format, raw)) ?? (await renderWithin(format, result));
  return { text, renderMs: performance.now() - startMs };
}

/** Writes to the file or to standard output, and prints the receipt where it was asked for. */
export async function writeMap(
  result: MapResult,
  { text, renderMs }: RenderedMap,
  raw: RawMapOptions,
): Promise<void> {
  if (raw.output === undefined) await print(text);
  else await writeWhole(resolve(raw.output), text);
  if (raw.stats) {
    const { receipt } = await import('./receipt.ts');
    process.stderr.write(receipt(result, text.length, renderMs));
  }
}
