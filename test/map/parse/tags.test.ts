import { expect, test } from 'vitest';
import { bash } from '../../../src/map/parse/languages/bash.ts';
import { c } from '../../../src/map/parse/languages/c.ts';
import { cpp } from '../../../src/map/parse/languages/cpp.ts';
import { csharp } from '../../../src/map/parse/languages/csharp.ts';
import { elisp } from '../../../src/map/parse/languages/elisp.ts';
import { elixir } from '../../../src/map/parse/languages/elixir.ts';
import { go } from '../../../src/map/parse/languages/go.ts';
import { java } from '../../../src/map/parse/languages/java.ts';
import { kotlin } from '../../../src/map/parse/languages/kotlin.ts';
import { python } from '../../../src/map/parse/languages/python.ts';
import { rescript } from '../../../src/map/parse/languages/rescript.ts';
import { ruby } from '../../../src/map/parse/languages/ruby.ts';
import { rust } from '../../../src/map/parse/languages/rust.ts';
import { scala } from '../../../src/map/parse/languages/scala.ts';
import { swift } from '../../../src/map/parse/languages/swift.ts';
import { typescript } from '../../../src/map/parse/languages/typescript.ts';
import { tagSource } from '../../../src/map/parse/tags.ts';

const tagsOf = async (source: string, language = python) => {
  const result = await tagSource(source, language);
  if (!result.ok) throw new Error(result.detail);
  return result.tags;
};

test('a definition has the line of its name, the lines of its decorators, and no body in its row', async () => {
  const { definitions } = await tagsOf('# about f\n@cached\ndef f(a, b): return a\n');
  expect(definitions).toEqual([
    {
      name: 'f',
      kind: 'function',
      line: 3,
      startLine: 1,
      endLine: 3,
      row: 'def f(a, b): …',
      parent: -1,
      exported: true,
    },
  ]);
});

test('the comment above the first definition of a body belongs to it, and not to what is around', async () => {
  const source =
    'module Eggs # all\n  # Boils.\n  class Pot\n    # How\n    # long.\n    def boil\n    end\n  end\nend\n';
  const { definitions } = await tagsOf(source, ruby);
  expect(definitions.map(({ row, startLine, line }) => [row, startLine, line])).toEqual([
    ['module Eggs', 1, 1],
    ['  class Pot', 2, 3],
    ['    def boil', 4, 6],
  ]);
  const inPython = await tagsOf('class Pot:\n    # How long.\n    def boil(self): pass\n');
  expect(inPython.definitions.map(({ startLine }) => startLine)).toEqual([1, 2]);
});

test('a comment behind the head of a definition is no part of its row, one behind a value is', async () => {
  const { definitions } = await tagsOf('class Pot(Pan):  # noqa: E501\n    SIZE = 3  # litres\n');
  expect(definitions.map(({ row }) => row)).toEqual(['class Pot(Pan):', '    SIZE = 3  # litres']);
});

test('a word that opens a block stays in the row, and a body behind a word and a colon is left out', async () => {
  const source =
    'defmodule Eggs do\n  @doc "Boils."\n  def boil(egg) do\n    egg\n  end\n  def raw(egg), do: egg\nend\n';
  const { definitions } = await tagsOf(source, elixir);
  expect(definitions.map(({ row }) => row)).toEqual([
    'defmodule Eggs do',
    '  def boil(egg) do',
    '  def raw(egg), do: …',
  ]);
});

test('a signature over several lines is one row', async () => {
  const { definitions } = await tagsOf(
    'func (s *Server) Serve(\n\tctx context.Context, // why\n\tport int,\n) error {\n\treturn nil\n}\n',
    go,
  );
  expect(definitions[0]?.row).toBe('func (s *Server) Serve(ctx context.Context, port int) error {');
});

test('a value that goes on below its row is marked, other than by its brace', async () => {
  const { definitions } = await tagsOf('cli = Group(\n  name="x",\n)\ntable = {\n  1: 2,\n}\nsize = 3\n');
  expect(definitions.map(({ row }) => row)).toEqual(['cli = Group( …', 'table = {', 'size = 3']);
  expect((await tagsOf("names = ['a',\n  'b']\n")).definitions[0]?.row).toBe("names = ['a', …");
});

test('a type that goes on below its row is marked where it stops in its angle brackets', async () => {
  const rowOf = async (source: string) => (await tagsOf(source, cpp)).definitions[0]?.row;
  expect(await rowOf('using Table = Map<Key,\n  Value>;\n')).toBe('using Table = Map<Key, …');
  expect(await rowOf('using Table = Map<Key, Value>;\n')).toBe('using Table = Map<Key, Value>;');
});

test('a row that a backslash carries into the next line is marked instead', async () => {
  const { definitions } = await tagsOf('#define TWICE(x) \\\n  ((x) + \\\n   (x))\n#define SMALL 1\n', c);
  expect(definitions.map(({ row }) => row)).toEqual(['#define TWICE(x) …', '#define SMALL 1']);
  expect((await tagsOf('total = 1 + \\\n  2\n')).definitions[0]?.row).toBe('total = 1 + …');
});

test('the row of a Lisp function ends with its parameters', async () => {
  const source =
    '(defun cook (egg &optional salt)\n  "Cook EGG."\n  (boil egg salt))\n(define-derived-mode egg-mode text-mode "Egg"\n  "Eggs.")\n(cl-defmethod lay :around ((hen bird))\n  (call-next-method))\n';
  const { definitions } = await tagsOf(source, elisp);
  expect(definitions.map(({ row }) => row)).toEqual([
    '(defun cook (egg &optional salt)',
    '(define-derived-mode egg-mode text-mode …',
    '(cl-defmethod lay :around ((hen bird))',
  ]);
});

test('uses count, and uses of locals, strings and comments do not', async () => {
  const { references } = await tagsOf('def f(size):\n    # Tree\n    return Tree(size, "Tree"), Tree.leaf\n');
  expect(references).toEqual([
    { name: 'Tree', count: 2, line: 3 },
    { name: 'leaf', count: 1, line: 3 },
  ]);
});

test('the words of a file are counted, with those in comments and docstrings apart', async () => {
  const { words: counted } = await tagsOf('def go():\n    """go home"""\n    go()  # home\n');
  const { words, counts, commentCounts } = counted;
  expect({ words, counts, commentCounts }).toEqual({
    words: ['def', 'go', 'home'],
    counts: [1, 3, 2],
    commentCounts: [0, 1, 2],
  });
});

test('a brace on a line of its own is no part of the row, nor is a preprocessor line', async () => {
  const { definitions } = await tagsOf(
    'class A\n{\n  void F(\n    int a)\n  {\n  }\n}\nclass B\n#if X\n  : I\n#endif\n{ }\n',
    csharp,
  );
  expect(definitions.map(({ row }) => row)).toEqual(['class A', '  void F(int a)', 'class B : I']);
});

test('a name that stands behind the body has a row that says how the body opens', async () => {
  const source =
    'typedef struct {\n  int x;\n} point, *point_p;\ntypedef enum\n{\n  A\n} kind;\nvoid f() {\n} int g;\n';
  const { definitions } = await tagsOf(source, c);
  expect(definitions.map(({ line, row }) => [line, row])).toEqual([
    [2, '  int x;'],
    [3, 'typedef struct { … } point, *point_p;'],
    [3, 'typedef struct { … } point, *point_p;'],
    [6, '  A'],
    [7, 'typedef enum { … } kind;'],
    [8, 'void f() {'],
    [9, '} int g;'],
  ]);
});

test('of thousands of definitions on one line each has a row that shows its name and holds no more', async () => {
  const functions = Array.from({ length: 20_000 }, (_, i) => `int f${i}(int a) { return a; }`);
  const { definitions } = await tagsOf(functions.join(' '), c);
  expect(definitions).toHaveLength(20_000);
  expect(definitions[0]?.row).toBe('int f0(int a) { … }');
  const odd = definitions.filter(({ name, row }) => !row.includes(name) || row.length > 160);
  expect(odd).toEqual([]);
  expect(definitions[9_000]?.row).toMatch(/^….* int f9000\(int a\) \{ … \}$/);
});

test('thousands of names in one declaration are as many definitions beside each other', async () => {
  const names = Array.from({ length: 40_000 }, (_, i) => `v${i}`).join(', ');
  const { definitions } = await tagsOf(`package p\n\nvar ${names} int\n`, go);
  expect(definitions).toHaveLength(40_000);
  expect(definitions.every(({ parent }) => parent === -1)).toBe(true);
});

test('what looks like a guard of Kotlin thousands of times is read, and a guard too', async () => {
  const { definitions } = await tagsOf(`fun a() {\n${'{is if '.repeat(6000)}\n}\n`, kotlin);
  expect(definitions.length).toBeLessThan(10);
  const guarded =
    'fun b(x: Any) = when (x) {\n  is Cat if x.hungry -> feed(x)\n  else -> pet(x)\n}\nfun c() {}\n';
  expect((await tagsOf(guarded, kotlin)).definitions.map(({ name }) => name)).toEqual(['b', 'c']);
});

test('words that a simple hash would throw together are counted apart', async () => {
  const words = Array.from({ length: 1024 }, (_, bits) =>
    Array.from({ length: 10 }, (_, bit) => ((bits >> bit) & 1 ? 'Aa' : 'BB')).join(''),
  );
  const { words: counted } = await tagsOf(`# ${words.join(' ')}\n# ${words.join(' ')}\n`, python);
  expect([...counted.words]).toEqual(words);
  expect(new Set(counted.counts)).toEqual(new Set([2]));
});

test('syntax younger than a grammar does not hide what comes after it', async () => {
  const names = async (source: string, language: typeof python) =>
    (await tagsOf(source, language)).definitions.map(({ name }) => name);
  expect(await names('class A { static accessor x = 1 }\nfunction f() {}\n', typescript)).toEqual([
    'A',
    'x',
    'f',
  ]);
  expect(
    await names(
      'fun f(x: Any) = when (x) {\n  is A if x.ok -> 1\n  else -> 2\n}\ncontext(l: Log) fun g() {}\n',
      kotlin,
    ),
  ).toEqual(['f', 'g']);
  expect(
    await names(
      'int f(int a) {\n#if X\n  if (a) {\n#else\n  if (!a) {\n#endif\n  }\n  return 1;\n}\nint g(void) { return 2; }\n',
      c,
    ),
  ).toEqual(['f', 'g']);
});

test('macros that stand for the last members of a struct do not keep it open', async () => {
  const source =
    'struct handle {\n  HANDLE_FIELDS\n  TIMER_PRIVATE_FIELDS\n};\nstruct both {\n  int shown;\n  HANDLE_FIELDS\n};\n' +
    'enum one {\n  A_B\n};\ntypedef enum {\n  FS_OPEN,\n  FS_CLOSE\n} fs_type;\n';
  const { definitions } = await tagsOf(source, c);
  expect(definitions.map(({ name, kind, endLine }) => `${kind} ${name} ${endLine}`)).toEqual([
    'struct handle 4',
    'struct both 8',
    'property shown 6',
    'enum one 11',
    'member A_B 10',
    'member FS_OPEN 13',
    'member FS_CLOSE 14',
    'enum fs_type 15',
  ]);
});

test('no number of names in an import is too large', async () => {
  const names = Array.from({ length: 3000 }, (_, i) => `name${i}`);
  const { imports } = await tagsOf(`import { ${names.join(', ')} } from './all';\n`, typescript);
  expect(imports).toEqual([{ specifier: './all', names, line: 1 }]);
});

test('a default value is no second name of the property that it is for', async () => {
  const { definitions } = await tagsOf('class Box(val size: Int = standard)\n', kotlin);
  expect(definitions.map(({ name }) => name)).toEqual(['Box', 'size']);
});

test('a count in a string that Bash evaluates does not hide where its function ends', async () => {
  const count = '$' + '{#$1[@]}';
  const source = `count_of() {\n  eval "((\\${count}))"\n}\nafter() {\n  :\n}\n`;
  const { definitions } = await tagsOf(source, bash);
  expect(definitions.map(({ name, endLine, parent }) => [name, endLine, parent])).toEqual([
    ['count_of', 3, -1],
    ['after', 6, -1],
  ]);
});

test('a condition inside of a Swift enum does not end it', async () => {
  const source = 'enum Failure {\n  #if canImport(Security)\n  enum Trust {}\n  #endif\n  case late\n}\n';
  const { definitions } = await tagsOf(source, swift);
  expect(definitions.map(({ name, endLine, parent }) => [name, endLine, parent])).toEqual([
    ['Failure', 6, -1],
    ['Trust', 3, 0],
    ['late', 5, 0],
  ]);
});

test('a file of Scala is in all packages that stand in a row, and one of Elixir is its first module', async () => {
  const inner = 'package shop\npackage cart\n\nimport prices._\nimport items.{Item, given}\nclass Cart\n';
  const { namespace, imports } = await tagsOf(inner, scala);
  expect(namespace).toBe('shop.cart');
  expect(imports.map(({ specifier, names }) => [specifier, ...names])).toEqual([
    ['prices'],
    ['items', 'Item'],
  ]);
  const modules = 'defmodule Shop.Cart do\n  defmodule Line do\n  end\nend\n';
  expect((await tagsOf(modules, elixir)).namespace).toBe('Shop.Cart');
});

test.each([
  {
    language: java,
    source: 'import module java.base;\n  import \tmodule java.sql;\nclass A { int module; }\n',
  },
  { language: typescript, source: "export  type * from './a';\nexport type A = 1;\n" },
  {
    language: rescript,
    source: "type s = Circle({ ...shape, radius: float})\ntype t<'a> = { ...base<'a>, b: int}\n",
  },
])(
  'syntax younger than the grammar of $language.name is read without an error',
  async ({ language, source }) => {
    expect(await tagSource(source, language)).toMatchObject({ ok: true, hasErrors: false });
  },
);

test('two macros of Rust above one closing brace leave every row where it was', async () => {
  const { definitions } = await tagsOf('a! {\nfn x() {}\nb! {\nfn y() {}\n}\nfn z() {}\n', rust);
  expect(definitions.at(-1)).toMatchObject({ name: 'z', line: 6, row: 'fn z() {}' });
});
