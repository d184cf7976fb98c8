import { counted } from '../counted.ts';
import { displayPath } from '../fs/display-path.ts';
import { describeReferences } from '../map/references/describe-references.ts';
import {
  countDefinitions,
  type DefiningFile,
  findReferences,
  firstDefinitions,
} from '../map/references/find-references.ts';
import { similarNames } from '../map/references/similar-names.ts';
import { describeNotEntered } from '../map/render/not-entered.ts';
import type { MapResult } from '../map/request.ts';
import type { Answer, RefsQuestion } from './map-messages.ts';

/** The refs tool's answer out of a map of the tree. A name that nothing has is an answer, too. */
export function answerRefs({ tree, ranking }: MapResult, { name: asked, maxResults }: RefsQuestion): Answer {
  const found = findReferences(tree, ranking, asked);
  const { name, notInside, ownerUnknown, definedIn, usedIn, unread } = found;
  const isUnknown = definedIn.length === 0 && usedIn.length === 0;
  const similar = isUnknown ? similarNames(tree, name) : [];
  return {
    text: isUnknown
      ? describeUnknown(name, similar, unread, describeNotEntered(tree))
      : describeReferences(found, { count: maxResults, argument: 'max-results' }),
    structured: {
      name,
      definitions: firstDefinitions(definedIn, maxResults).flatMap(describeDefinitions),
      uses: usedIn.slice(0, maxResults),
      totalDefinitions: countDefinitions(definedIn),
      totalUsingFiles: usedIn.length,
      ...(notInside !== undefined && { notInside }),
      ...(ownerUnknown > 0 && { ownerUnknown }),
      similarNames: similar,
      pendingFiles: unread,
    },
  };
}

function describeDefinitions({ file, definitions }: DefiningFile) {
  return definitions.flatMap((index) => {
    const definition = file.tags.definitions[index];
    if (definition === undefined) return [];
    const { kind, line, endLine, row } = definition;
    return [{ path: file.path, kind, line, endLine, signature: row.trim() }];
  });
}

function describeUnknown(
  name: string,
  similar: readonly string[],
  unread: number,
  notEntered: string | undefined,
): string {
  const notes = [
    similar.length > 0
      ? `similar names: ${similar.map(displayPath).join(', ')}`
      : 'names are matched whole, case included',
    ...(unread > 0 ? [`${counted(unread, 'file')} not read yet`] : []),
    ...(notEntered ? [notEntered] : []),
  ];
  return `Nothing in the code is named '${displayPath(name)}'; ${notes.join('; ')}`;
}
