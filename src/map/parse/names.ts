import { cleanName } from './node-text.ts';
import type { Syntax } from './syntax.ts';
import { tokenFrom, type WordScan, wordText } from './words.ts';

/** Numbers for the names that nodes carry: the scan's word ids, and own ones for names that are no single word. */
export class Names {
  private readonly source: string;
  private readonly scan: WordScan;
  private readonly syntax: Syntax;
  private token = 0;
  private readonly others = new Map<string, number>();
  private readonly otherTexts: string[] = [];

  private readonly separator: string | undefined;

  /** `separator`: see GrammarLanguage.nameSeparator. */
  constructor(source: string, scan: WordScan, syntax: Syntax, separator: string | undefined) {
    this.separator = separator;
    this.source = source;
    this.scan = scan;
    this.syntax = syntax;
  }

  /** Quickest when asked in source order. -1 where the node is empty. */
  idOf(node: number): number {
    const { tokenStart, tokenId, tokenCount, wordLength } = this.scan;
    const start = this.startOf(node);
    const length = (this.syntax.end[node] as number) - start;
    if (length <= 0) return -1;
    if (this.token > 0 && (tokenStart[this.token - 1] as number) >= start)
      this.token = tokenFrom(this.scan, start);
    while (this.token < tokenCount && (tokenStart[this.token] as number) < start) this.token++;
    if (tokenStart[this.token] === start && this.token < tokenCount) {
      const id = tokenId[this.token] as number;
      if (wordLength[id] === length) return id;
    }
    const text = cleanName(this.source.slice(start, start + length));
    const id = tokenId[this.token] as number;
    const isWord =
      this.token < tokenCount &&
      wordLength[id] === text.length &&
      wordText(this.source, this.scan, id) === text;
    return isWord ? id : this.otherId(text);
  }

  text(id: number): string {
    return id < this.scan.wordCount
      ? wordText(this.source, this.scan, id)
      : (this.otherTexts[id - this.scan.wordCount] as string);
  }

  private startOf(node: number): number {
    const start = this.syntax.start[node] as number;
    if (this.separator === undefined) return start;
    const qualifier = this.source.slice(start, this.syntax.end[node]).lastIndexOf(this.separator);
    return start + qualifier + 1;
  }

  private otherId(text: string): number {
    if (text === '') return -1;
    let id = this.others.get(text);
    if (id === undefined) {
      id = this.scan.wordCount + this.otherTexts.length;
      this.others.set(text, id);
      this.otherTexts.push(text);
    }
    return id;
  }
}
