import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { brotliDecompressSync } from 'node:zlib';
import { Language, Parser } from 'web-tree-sitter';
import type { WasmHeap } from './bound-tables.ts';
import { type CoreImports, ParserInput } from './parser-input.ts';
import { TreeCode } from './tree-code.ts';
import { shippedFile } from './wasm-module.ts';
import { wordCode } from './words.ts';

/** One grammar of grammars/manifest.json. */
interface GrammarEntry {
  package: string;
  sha256: string;
}

interface Manifest {
  packages: Record<string, { version: string }>;
  /** The parser itself. */
  core: { sha256: string };
  grammars: Record<string, GrammarEntry>;
}

/** A file of this installation is missing or not the one that was shipped: no file of that language can be read. */
export class DamagedInstall extends Error {
  override readonly name = 'DamagedInstall';
}

/** The part of the WebAssembly interface used here; Node's own types leave it out. */
declare const WebAssembly: {
  Memory: new (size: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: object; module: object }>;
};

/** 32 MB at first; at most 1 GB: a parse that needs more fails, and its worker is thrown away. */
const WASM_PAGES = { initial: 512, maximum: 16384 };

let started: Promise<void> | undefined;
const loaded = new Map<string, Promise<Language>>();

/** Starts the WASM module of this thread, once. */
export function startParser(): Promise<void> {
  started ??= start();
  return started;
}

/**
 * A grammar's lexer can be one huge function. V8 optimises it on a background thread, which takes seconds, and the
 * next load, or the end of the process, waits for that: measured up to 20 s of loading on Node 20 and 22, and up to
 * 22 s of exit on Node 24. Baseline code alone parses as fast on Node 20 and 22, where the core of tree-sitter is
 * optimised when it starts. Node 24 optimises the core later, and without that parses at 60 % of the speed: there
 * the flags wait for the first grammar that needs them.
 */
const TIERS_UP_IN_TIME = Number(process.versions.node.split('.', 1)[0]) >= 24;
const HUGE_LEXERS = new Set([
  'bash',
  'cpp',
  'elixir',
  'kotlin',
  'objc',
  'ocaml',
  'rescript',
  'scala',
  'swift',
]);

function keepBaselineCode(): void {
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
}

/** The module of a grammar, once a thread. `name` is a key of grammars/manifest.json. */
export function loadGrammar(name: string): Promise<Language> {
  let language = loaded.get(name);
  if (!language) {
    language = startParser()
      .then(() => readGrammar(name))
      .then((bytes) => {
        if (HUGE_LEXERS.has(name)) keepBaselineCode();
        return Language.load(bytes);
      });
    loaded.set(name, language);
  }
  return language;
}

let memory: InstanceType<typeof WebAssembly.Memory> | undefined;
let code: TreeCode | undefined;
let input: ParserInput | undefined;

/** What gives texts to the parser of this thread. */
export function parserInput(): ParserInput {
  if (!input) throw new Error('the parser is not started');
  return input;
}

/** What reads the trees of this thread. */
export function treeCode(): TreeCode {
  if (!code) throw new Error('the parser is not started');
  return code;
}

/** Bytes of the WASM heap: it never shrinks. */
export const wasmHeapBytes = (): number => memory?.buffer.byteLength ?? 0;

async function start(): Promise<void> {
  memory = new WebAssembly.Memory(WASM_PAGES);
  input = new ParserInput(memory);
  const module = await startCore(memory, input);
  const heap = heapOf(module, memory);
  input.attach(heap);
  code = new TreeCode(heap);
  wordCode();
  if (!TIERS_UP_IN_TIME) keepBaselineCode();
}

/** The exports of the core of web-tree-sitter, whose questions about the text `input` answers. */
async function startCore(memory: WasmHeap['memory'], input: ParserInput): Promise<Record<string, unknown>> {
  const core = await shippedBytes(shippedFile('grammars/wasm/web-tree-sitter.wasm'));
  checked('the parser', core, manifest().core.sha256);
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // What the module prints when it aborts would stand between the lines of a protocol or a map.
  const module: Record<string, unknown> = {
    wasmMemory: memory,
    print: () => {},
    printErr: () => {},
    instantiateWasm: (imports: CoreImports, receive: (instance: object, module: object) => void) => {
      WebAssembly.instantiate(core, input.around(imports)).then(
        ({ instance, module }) => receive(instance, module),
        fail,
      );
    },
  };
  await Promise.race([Parser.init(module), failed]);
  return module;
}

/** Parser.init leaves the exports of its module in the object that it was given. */
function heapOf(module: Record<string, unknown>, memory: WasmHeap['memory']): WasmHeap {
  const { _malloc: allocate, _free: free } = module as {
    _malloc: (bytes: number) => number;
    _free: (address: number) => void;
  };
  return {
    memory,
    free,
    allocate: (bytes) => {
      const address = allocate(bytes);
      if (address === 0) throw new Error('no memory is left for the parser');
      return address;
    },
  };
}

async function readGrammar(name: string): Promise<Uint8Array> {
  const entry = manifest().grammars[name];
  if (!entry) throw new Error(`no grammar ${name} in the manifest`);
  const packed = await shippedBytes(fileOf(`wasm/${name}.wasm.br`));
  return checked(`the grammar of ${name}`, unpacked(packed), entry.sha256);
}

async function shippedBytes(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new DamagedInstall('a file of the grammars cannot be read; install again', { cause });
  }
}

/** Nothing, where the bytes are not even packed ones. */
function unpacked(bytes: Uint8Array): Uint8Array {
  try {
    return brotliDecompressSync(bytes);
  } catch {
    return new Uint8Array(0);
  }
}

function checked(what: string, bytes: Uint8Array, sha256: string): Uint8Array {
  if (createHash('sha256').update(bytes).digest('hex') === sha256) return bytes;
  throw new DamagedInstall(`${what} is damaged: its SHA-256 is not the manifest's; install again`);
}

let directory: string | undefined;
let read: Manifest | undefined;

/** Beside the bundle (dist/grammars), or at the root of the sources. */
function fileOf(name: string): string {
  if (directory === undefined) {
    for (const up of ['./', '../', '../../../']) {
      const candidate = fileURLToPath(new URL(`${up}grammars/`, import.meta.url));
      if (existsSync(`${candidate}manifest.json`)) directory = candidate;
      if (directory !== undefined) break;
    }
    if (directory === undefined)
      throw new Error('the grammars are missing beside the program; install again');
  }
  return directory + name;
}

function manifest(): Manifest {
  read ??= JSON.parse(readFileSync(fileOf('manifest.json'), 'utf8')) as Manifest;
  return read;
}
