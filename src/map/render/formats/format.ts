import type { MapDocument } from '../../model.ts';

/** One way to write a map down. To add one: a file in this folder and a line in index.ts. */
export interface Format {
  /** What `--format` takes. */
  name: string;
  /** What it is for, in a few words: the list in `--help`. */
  summary: string;
  /** With the dot; `-o FILE` chooses the format by it. */
  extensions: readonly string[];
  /**
   * What `--max-chars` means here. 'always': there is a budget even when none is given; 'on-request': the whole
   * tree unless one is given; 'never': a budget is refused, because the form cannot keep it.
   */
  budget: 'always' | 'on-request' | 'never';
  /** Ends with a line feed; the same document gives the same text. */
  render(document: MapDocument): string | Promise<string>;
}
