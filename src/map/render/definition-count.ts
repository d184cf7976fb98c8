import type { SourceFile } from '../model.ts';

/** Without decoding the definitions of files that are not shown. */
export const definitionCount = ({ tags }: SourceFile): number =>
  tags.definitionCount ?? tags.definitions.length;
