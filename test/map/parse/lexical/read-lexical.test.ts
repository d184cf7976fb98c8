import { describe, expect, test } from 'vitest';
import { lexicalLanguages } from '../../../../src/map/parse/lexical/languages/index.ts';
import { readLexical } from '../../../../src/map/parse/lexical/read-lexical.ts';

const read = (name: string, source: string) => {
  const language = lexicalLanguages.find((one) => one.name === name);
  if (!language) throw new Error(`no language ${name}`);
  return readLexical(language, source);
};

const namesOf = (name: string, source: string) => read(name, source).definitions.map((one) => one.name);
const referencesOf = (name: string, source: string) => read(name, source).references.map((one) => one.name);

describe('readLexical', () => {
  test('a definition has its line, range, comment, row and parent', () => {
    const source = [
      'package Counter;',
      '',
      '# Adds one.',
      'sub increment {',
      '  my $self = shift;',
      '  $self->{value} = add_one($self->{value});',
      '}',
      '',
    ].join('\n');
    const tags = read('perl', source);
    expect(tags).toMatchObject({ language: 'perl', reader: 'lexical', lineCount: 7, namespace: 'Counter' });
    expect(tags.definitions[1]).toEqual({
      name: 'increment',
      kind: 'function',
      line: 4,
      startLine: 3,
      endLine: 7,
      row: 'sub increment {',
      parent: -1,
      exported: true,
    });
  });

  test('members belong to the definition around them', () => {
    const source =
      'message Order {\n  int64 id = 1;\n  enum State {\n    OPEN = 0;\n  }\n  State state = 2;\n}\n';
    const { definitions } = read('protobuf', source);
    expect(definitions.map(({ name, kind, parent }) => [name, kind, parent])).toEqual([
      ['Order', 'struct', -1],
      ['id', 'property', 0],
      ['State', 'enum', 0],
      ['OPEN', 'member', 2],
      ['state', 'property', 0],
    ]);
  });

  test('comments and strings give neither definitions nor references', () => {
    const source = [
      '{- oldName :: Int',
      'oldName = 1 -}',
      'live :: String -- mentions ghost',
      'live = "quoted phantom" ++ render',
      '',
    ].join('\n');
    expect(namesOf('haskell', source)).toEqual(['live']);
    expect(referencesOf('haskell', source)).toEqual(['render']);
  });

  test('code inside a string counts', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the language's own notation.
    expect(referencesOf('hcl', 'output "url" {\n  value = "http://${aws_lb.main.dns}/plain"\n}\n')).toEqual([
      'aws_lb',
      'main',
      'dns',
    ]);
  });

  test('a heredoc is text up to its tag', () => {
    const source = 'my $x = <<"END";\nsub fake { }\nEND\nsub real { }\n';
    expect(namesOf('perl', source)).toEqual(['real']);
  });

  test('clauses of one function are one definition', () => {
    const { definitions } = read(
      'haskell',
      'size :: Tree -> Int\nsize Leaf = 0\nsize (Node l r) = size l + size r\n',
    );
    expect(definitions.map(({ name, line, endLine }) => [name, line, endLine])).toEqual([['size', 1, 3]]);
  });

  test('braces of types and records stand in the row, those of bodies do not', () => {
    const rowOf = (language: string, source: string) => read(language, source).definitions[0]?.row;
    expect(rowOf('julia', 'struct Pair{A,B} <: Any\n  a::A\nend\n')).toBe('struct Pair{A,B} <: Any');
    expect(rowOf('elm', 'view : Model -> { title : String }\nview model = secret\n')).toBe(
      'view : Model -> { title : String }',
    );
    expect(rowOf('tcl', 'proc pay {amount {tip 0}} {\n  secret\n}\n')).toBe('proc pay {amount {tip 0}} {');
    expect(rowOf('cmake', 'set(FILES ${' + 'SOURCES} main.c)\n')).toBe('set(FILES ${' + 'SOURCES} main.c)');
  });

  test('a signature over deeper lines is one row', () => {
    const source = 'readAll :: Monad m\n        => Text -- what\n        -> m [Block]\nreadAll = secret\n';
    expect(read('haskell', source).definitions[0]?.row).toBe('readAll :: Monad m => Text -> m [Block]');
  });

  test('a row never shows a body', () => {
    expect(read('perl', 'sub one { return secret(1) }\n').definitions[0]?.row).toBe('sub one { … }');
    expect(read('julia', 'area(r) = secret * r^2\n').definitions[0]?.row).toBe('area(r) = …');
  });

  test('a signature over several lines is joined', () => {
    const source = 'function Get-Thing {\n}\nfunction area(\n  width,\n  height\n)\n  width * height\nend\n';
    expect(read('julia', source).definitions.at(-1)?.row).toBe('function area(width, height)');
  });

  test('names are one case where the language says so', () => {
    const tags = read(
      'fortran',
      'MODULE Mesh\ncontains\nSUBROUTINE Refine(x)\nCALL Split(x)\nEND SUBROUTINE\nEND MODULE\n',
    );
    expect(tags.definitions.map(({ name, parent, endLine }) => [name, parent, endLine])).toEqual([
      ['mesh', -1, 6],
      ['refine', 0, 5],
    ]);
    expect(tags.references.map((one) => one.name)).toEqual(['split']);
  });

  test('imports come with what they bring in', () => {
    expect(read('haskell', 'import qualified Data.Map as M\nimport Data.List (sort, nub)\n').imports).toEqual(
      [
        { specifier: 'Data.Map', names: [], line: 1 },
        { specifier: 'Data.List', names: ['sort', 'nub'], line: 2 },
      ],
    );
  });

  test('words count comments and strings', () => {
    const { words } = read('sql', '-- orders of customers\nSELECT orders FROM t;\n');
    const at = words.words.indexOf('orders');
    expect([words.counts[at], words.commentCounts[at]]).toEqual([2, 1]);
  });
});

describe('every lexical language', () => {
  test('has a name and a way to be recognised that no other has', () => {
    const seen = new Map<string, string>();
    for (const { name, extensions, filenames = [] } of lexicalLanguages) {
      for (const key of [name, ...extensions, ...filenames]) {
        expect(seen.get(key), `${key} in ${name}`).toBeUndefined();
        seen.set(key, name);
      }
    }
  });

  // The test's own time limit is the guard: a scan that is quadratic in one of these takes far longer.
  const hostile = ['"', "'", '(', '/*', '<<A\n', 'a ', '\\', '=begin x\n', '\n', '"""\n'];
  const repeats = Number(process.env.REPOMAP_HAMMER ?? 1) * 10_000;

  test.each(lexicalLanguages.map((one) => [one.name, one] as const))(
    '%s reads hostile input in linear time',
    (_, one) => {
      for (const input of hostile) expect(readLexical(one, input.repeat(repeats)).reader).toBe('lexical');
    },
  );
});
