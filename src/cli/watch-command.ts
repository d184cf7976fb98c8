import { relative, resolve, sep } from 'node:path';
import type { Engine } from '../map/engine.ts';
import type { Format } from '../map/render/formats/format.ts';
import type { MapRequest } from '../map/request.ts';
import { watchTree } from '../map/watch.ts';
import type { RawMapOptions } from './map-options.ts';
import { note } from './output.ts';
import { mapShowingProgress, renderMap, writeMap } from './produce-map.ts';

/**
 * `--watch`: writes the map, and again each time that it is another one; a change that leaves it the same is silent.
 * Ends with the signal, which closes every watcher.
 */
export async function watchMap(
  engine: Engine,
  request: MapRequest,
  raw: RawMapOptions,
  format: Format,
  signal: AbortSignal,
): Promise<number> {
  const watcher = watchTree(engine.root.path, request.path ?? '.');
  signal.addEventListener('abort', () => watcher.close(), { once: true });
  const unwatched = withoutOutput(request, engine.root.path, raw.output);
  if (!raw.quiet) note('watching; Ctrl-C ends it');
  let written: string | undefined;
  try {
    do {
      const result = await mapShowingProgress(engine, unwatched, raw);
      watcher.follow(result.tree);
      const rendered = await renderMap(result, format, raw);
      if (rendered.text === written) continue;
      written = rendered.text;
      await writeMap(result, rendered, raw);
    } while (await watcher.changed());
    return 0;
  } finally {
    watcher.close();
  }
}

/** A map that is written into the tree must not be a change of the tree. */
function withoutOutput(request: MapRequest, root: string, output: string | undefined): MapRequest {
  const inside = output === undefined ? '..' : relative(root, resolve(output));
  if (inside === '' || inside.split(sep)[0] === '..') return request;
  const literal = inside
    .split(sep)
    .join('/')
    .replace(/[\\*?[\]]| +$/g, '\\$&');
  return { ...request, exclude: [...(request.exclude ?? []), `/${literal}`] };
}
