/** Misses that no rule knows, each read by a person. */
export interface ReviewedMiss {
  language: string;
  /** Below the folder of checkouts. */
  file: string;
  /** Or words of the line, where the miss is one of a line. */
  names: readonly string[];
  /** What it is. */
  reason: string;
  /** A definition, so that it counts against us. */
  isDefinition: boolean;
}

const REVIEWED_MISSES: readonly ReviewedMiss[] = [
  {
    language: 'c',
    file: 'redis/src/redismodule.h',
    names: ['RedisModuleEvent_ReplBackup'],
    reason: 'one of forty variables in a declaration, an attribute before it',
    isDefinition: true,
  },
  {
    language: 'kotlin',
    file: 'okhttp/okhttp/src/jvmTest/kotlin/okhttp3/ConnectionListenerTest.kt',
    names: [
      'ConnectionListenerTest',
      'platform',
      'clientTestRule',
      'server',
      'listener',
      'handshakeCertificates',
      'fastFallback',
    ],
    reason:
      'the grammar takes the class, which has three annotations, for a call with a lambda, and its properties for locals',
    isDefinition: true,
  },
  {
    language: 'python',
    file: 'celery/celery/app/base.py',
    names: ['fun'],
    reason: 'a variable inside a function: `d, fun = fun, lambda: d`',
    isDefinition: false,
  },
  {
    language: 'scheme',
    file: 'chibi-scheme/lib/chibi/show/c.scm',
    names: ['expression?'],
    reason:
      'the first of fifteen names that a form of the project, `define-state-variables`, lists on lines of their own',
    isDefinition: true,
  },
  {
    language: 'prolog',
    file: 'swipl/library/record.pl',
    names: ['module((record),'],
    reason: 'a module whose name stands in brackets',
    isDefinition: true,
  },
  {
    language: 'tex',
    file: 'latex3/l3kernel/l3expan.dtx',
    names: ['^^@'],
    reason: 'a macro whose name is a control character',
    isDefinition: true,
  },
  {
    language: 'tex',
    file: 'latex3/l3trial/xgalley/l3galley.dtx',
    names: ['\\\\'],
    reason: 'the macro for a new line, whose name is a mark',
    isDefinition: true,
  },
];

/** What a reader said of the misses of a language, and of which of them a run met none. */
export class Reviews {
  private readonly language: string;
  private readonly met = new Set<string>();

  constructor(language: string) {
    this.language = language;
  }

  /** `isName`: whether the miss is of that name. */
  of(file: string, isName: (name: string) => boolean): ReviewedMiss | undefined {
    for (const one of REVIEWED_MISSES) {
      const name = one.file === file && one.language === this.language ? one.names.find(isName) : undefined;
      if (name === undefined) continue;
      this.met.add(`${file} ${name}`);
      return one;
    }
    return undefined;
  }

  /** Fails the run over what is not explained, and over what is explained and no miss any more. */
  complain(unexplained: readonly string[]): void {
    const stale = REVIEWED_MISSES.filter(({ language }) => language === this.language)
      .flatMap(({ file, names }) => names.map((name) => `${file} ${name}`))
      .filter((one) => !this.met.has(one));
    for (const one of stale) console.error(`no miss any more: ${one}`);
    for (const one of unexplained) console.error(`not explained: ${one}`);
    if (stale.length > 0 || unexplained.length > 0) process.exitCode = 1;
  }
}
