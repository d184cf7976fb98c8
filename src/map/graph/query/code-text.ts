import { innermostDefinitions } from '../../model/innermost-definitions.ts';
import type { Definition } from '../../model.ts';
import { bump } from '../numbers.ts';

/** A file read again, laid out once for all queries that ask for it. */
export class CodeText {
  readonly text: string;
  readonly definitions: readonly Definition[];
  /** Offsets at which lines begin, and the end of the text. */
  readonly lineStarts: Int32Array;
  /** By 0-based line: index of the innermost definition around it, or -1. */
  readonly owners: Int32Array;
  /** One a definition: characters of its own lines, those of enclosed definitions not counted. */
  readonly ownChars: Float64Array;

  constructor(text: string, definitions: readonly Definition[]) {
    this.text = text;
    this.definitions = definitions;
    this.lineStarts = findLineStarts(text);
    this.owners = innermostDefinitions(definitions, this.lineStarts.length);
    this.ownChars = new Float64Array(definitions.length);
    for (let line = 0; line + 1 < this.lineStarts.length; line++) {
      const owner = this.owners[line] as number;
      const chars = (this.lineStarts[line + 1] as number) - (this.lineStarts[line] as number);
      if (owner >= 0) bump(this.ownChars, owner, chars);
    }
  }
}

function findLineStarts(text: string): Int32Array {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  starts.push(text.length);
  return Int32Array.from(starts);
}
