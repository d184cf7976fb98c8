/**
 * Languages whose code calls each other's: they import each other, or are compiled or run as one, as Kotlin with Java, Swift
 * with Objective-C, a template with the code that renders it. Any other language is a family of its own.
 */
const FAMILIES: readonly (readonly [family: string, ...languages: string[]])[] = [
  // Tests of contracts are scripts, which call them by name.
  ['script', 'typescript', 'tsx', 'javascript', 'vue', 'svelte', 'astro', 'ejs', 'solidity'],
  ['jvm', 'java', 'kotlin', 'scala', 'groovy', 'clojure'],
  ['dotnet', 'csharp', 'fsharp', 'vb', 'razor', 'cshtml'],
  ['native', 'c', 'cpp', 'objc', 'cuda', 'yacc', 'assembly', 'swift', 'zig', 'r'],
  ['beam', 'elixir', 'heex', 'erlang', 'gleam'],
  ['ruby', 'erb'],
  ['php', 'blade'],
  ['perl', 'mojo'],
  ['vim', 'lua'],
  ['ocaml', 'ocaml-interface'],
  ['verilog', 'vhdl'],
];

/** What others are made of or linked with, so that code of any language uses it under its own name. */
const USED_BY_ALL: ReadonlySet<string> = new Set(
  'protobuf thrift flatbuffers graphql prisma antlr assembly'.split(' '),
);

/** Templates that do not say which language fills them. */
const USING_ALL: ReadonlySet<string> = new Set(['jinja', 'handlebars']);

const FAMILY_OF = new Map(
  FAMILIES.flatMap(([family, ...languages]) => [family, ...languages].map((one) => [one, family] as const)),
);

const familyOf = (language: string): string => FAMILY_OF.get(language) ?? language;

/** Languages of one kin mean the same by a name and are meant by the same. */
export const kinOf = (language: string): string =>
  USED_BY_ALL.has(language) || USING_ALL.has(language) ? language : familyOf(language);

/** Whether code of one kin can mean by a mere name what another one defines. */
const canMean = (user: string, definer: string): boolean =>
  familyOf(user) === familyOf(definer) || USED_BY_ALL.has(definer) || USING_ALL.has(user);

/** Kept with the list of files. */
export function kinsOf(files: readonly { kin: string }[]): Kins {
  const known = knownKins.get(files) ?? new Kins(files);
  knownKins.set(files, known);
  return known;
}

const knownKins = new WeakMap<object, Kins>();

/** The kins of a tree's files, as numbers. */
export class Kins {
  /** One a file. */
  readonly ofFile: Uint8Array;
  readonly count: number;
  readonly #canMean: Uint8Array;

  constructor(files: readonly { kin: string }[]) {
    const numbers = new Map<string, number>();
    this.ofFile = new Uint8Array(files.length);
    files.forEach(({ kin }, file) => {
      const number = numbers.get(kin) ?? numbers.size;
      numbers.set(kin, number);
      this.ofFile[file] = number;
    });
    this.count = numbers.size;
    const names = [...numbers.keys()];
    this.#canMean = Uint8Array.from(
      names.flatMap((user) => names.map((definer) => Number(canMean(user, definer)))),
    );
  }

  /** Of kins, not of files. */
  canMean(user: number, definer: number): boolean {
    return this.#canMean[user * this.count + definer] === 1;
  }

  /** The same of files. */
  fileCanMean(user: number, definer: number): boolean {
    return this.canMean(this.ofFile[user] as number, this.ofFile[definer] as number);
  }

  /** The kins that can mean what files of this one define. */
  meaning(definer: number): readonly number[] {
    return [...Array(this.count).keys()].filter((user) => this.canMean(user, definer));
  }
}
