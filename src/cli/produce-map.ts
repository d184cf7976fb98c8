import { resolve } from 'node:path';
import { displayText } from '../fs/display-path.ts';
import type { Engine } from '../map/engine.ts';
import { renderWithin } from '../map/render/formats/fit.ts';
import type { Format } from '../map/render/formats/format.ts';
import type { MapRequest, MapResult } from '../map/request.ts';
import type { RawEngineOptions, RawMapOptions } from './map-options.ts';
import { print, writeWhole } from './output.ts';
import { showProgress } from './progress.ts';
import { renderSince } from './since.ts';

const STAGES = { walk: 'looking for files', parse: 'parsing' } as const;

export async function mapShowingProgress(
  engine: Engine,
  request: MapRequest,
  { quiet }: Pick<RawEngineOptions, 'quiet'>,
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

export async function writeAnswer(text: string, { output }: Pick<RawMapOptions, 'output'>): Promise<void> {
  if (output === undefined) await print(text);
  else await writeWhole(resolve(output), text);
}

/** Writes to the file or to standard output, and prints the receipt where it was asked for. */
export async function writeMap(
  result: MapResult,
  { text, renderMs }: RenderedMap,
  raw: RawMapOptions,
): Promise<void> {
  await writeAnswer(text, raw);
  if (raw.stats) {
    const { receipt } = await import('./receipt.ts');
    process.stderr.write(displayText(receipt(result, text.length, renderMs)));
  }
}
