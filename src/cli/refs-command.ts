import { RepomapError } from '../errors.ts';
import { displayJson } from '../fs/display-path.ts';
import { describeReferences } from '../map/references/describe-references.ts';
import {
  countDefinitions,
  findReferences,
  firstDefinitions,
  type SymbolReferences,
} from '../map/references/find-references.ts';
import { similarNames } from '../map/references/similar-names.ts';
import { describeNotEntered } from '../map/render/not-entered.ts';
import type { RawRefsOptions } from './actions.ts';
import { withEngine } from './open-engine.ts';
import { print } from './output.ts';
import { currentDirectory, resolvePlace } from './place.ts';
import { mapShowingProgress } from './produce-map.ts';

/** `repomap refs NAME [path]`: resolves to the exit code. */
export async function runRefs(name: string, path: string | undefined, raw: RawRefsOptions): Promise<number> {
  const place = await resolvePlace(path, currentDirectory());
  return withEngine(place.root, raw, async ({ engine, signal }) => {
    const { tree, ranking } = await mapShowingProgress(engine, { path: place.path, signal }, raw);
    const found = findReferences(tree, ranking, name);
    if (found.definedIn.length === 0 && found.usedIn.length === 0) {
      throw unknownSymbol(name, similarNames(tree, found.name), describeNotEntered(tree));
    }
    const limit = { count: raw.limit, argument: '--limit' };
    await print(
      raw.json ? `${displayJson(toJson(found, raw.limit), 2)}\n` : describeReferences(found, limit),
    );
    return 0;
  });
}

function unknownSymbol(name: string, similar: readonly string[], notEntered: string | undefined) {
  const hint = similar.length
    ? `similar names: ${similar.join(', ')}`
    : 'names are matched whole, case included';
  return new RepomapError('no-match', `Nothing here is named ${JSON.stringify(name)}`, {
    hint: notEntered ? `${hint}; ${notEntered}` : hint,
  });
}

const toJson = (found: SymbolReferences, limit: number) => ({
  name: found.name,
  definitions: firstDefinitions(found.definedIn, limit).flatMap(({ file, definitions }) =>
    definitions.flatMap((index) => {
      const definition = file.tags.definitions[index];
      if (!definition) return [];
      const { kind, line, startLine, endLine, row, exported } = definition;
      return [{ path: file.path, kind, line, startLine, endLine, signature: row.trim(), exported }];
    }),
  ),
  uses: found.usedIn.slice(0, limit),
  totalDefinitions: countDefinitions(found.definedIn),
  totalUsingFiles: found.usedIn.length,
  ...(found.notInside !== undefined && { notInside: found.notInside }),
  ...(found.ownerUnknown > 0 && { ownerUnknown: found.ownerUnknown }),
});
