import { LRUCache } from 'lru-cache';
import { RepomapError } from '../errors.ts';
import type { Root } from '../fs/root.ts';
import { TreeReader } from '../fs/tree-reader.ts';
import { CodeText } from './graph/query/code-text.ts';
import type { SourceFile } from './model.ts';
import { decodeSource } from './parse/source-text.ts';
import { MAX_FILE_BYTES } from './parse/tree-loader.ts';

const MAX_CHARS = 8 << 20;

/** A query reads its best candidates again, and the next one mostly the same ones. */
export class CodeTexts {
  readonly #reader: TreeReader;
  readonly #known = new LRUCache<SourceFile, CodeText>({
    maxSize: MAX_CHARS,
    sizeCalculation: ({ text }) => text.length + 1,
  });

  constructor(root: Root) {
    this.#reader = new TreeReader(root, MAX_FILE_BYTES);
  }

  /** Undefined where the file cannot be read any more. */
  of(file: SourceFile): CodeText | undefined {
    const known = this.#known.get(file);
    if (known !== undefined) return known;
    const text = this.#read(file.path);
    if (text === undefined) return undefined;
    const read = new CodeText(text, file.tags.definitions);
    this.#known.set(file, read);
    return read;
  }

  /** Lets go of the folders that reading keeps open. */
  rest(): void {
    this.#reader.close();
  }

  #read(path: string): string | undefined {
    try {
      const source = decodeSource(this.#reader.read(path).bytes);
      return 'text' in source ? source.text : undefined;
    } catch (error) {
      if (error instanceof RepomapError && error.code !== 'internal') return undefined;
      throw error;
    }
  }
}
