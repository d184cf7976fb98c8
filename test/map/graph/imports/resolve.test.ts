import { describe, expect, test } from 'vitest';
import { createImportResolver } from '../../../../src/map/graph/imports/resolve.ts';
import type { Import, SourceFile } from '../../../../src/map/model.ts';
import { type FileSketch, treeOf } from '../tree-of.ts';

const LANGUAGES: Record<string, string> = {
  ads: 'ada',
  c: 'c',
  cc: 'cpp',
  cs: 'csharp',
  dart: 'dart',
  ex: 'elixir',
  go: 'go',
  h: 'c',
  hs: 'haskell',
  java: 'java',
  js: 'javascript',
  kt: 'kotlin',
  ml: 'ocaml',
  mli: 'ocaml-interface',
  php: 'php',
  proto: 'protobuf',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  scala: 'scala',
  scss: 'scss',
  swift: 'swift',
  ts: 'typescript',
};

/** Path → namespace and names that it defines, as far as they matter; `nested` those inside its first definition. */
type Paths = Readonly<Record<string, FileSketch & { namespace?: string; nested?: readonly string[] }>>;

const withPaths = (...paths: readonly string[]): Paths => Object.fromEntries(paths.map((path) => [path, {}]));

function filesOf(sketches: Paths): SourceFile[] {
  return treeOf(sketches).files.map((file) => ({
    ...file,
    tags: {
      ...file.tags,
      definitions: file.tags.definitions.map((one) => ({
        ...one,
        parent: sketches[file.path]?.nested?.includes(one.name) ? 0 : one.parent,
      })),
      language: LANGUAGES[file.path.replace(/^.*\./, '')] ?? 'text',
      namespace: sketches[file.path]?.namespace ?? '',
    },
  }));
}

function resolved(sketches: Paths, from: string, specifier: string, names: readonly string[] = []): string[] {
  const files = filesOf(sketches);
  const written: Import = { specifier, names, line: 1 };
  return createImportResolver(files)
    .resolve(
      files.findIndex(({ path }) => path === from),
      written,
    )
    .map((index) => files[index]?.path ?? '');
}

describe('an import', () => {
  const script = withPaths(
    'packages/core/index.js',
    'packages/core/src/index.ts',
    'src/a.ts',
    'src/b/index.ts',
    'src/b/c.ts',
    'src/both.js',
    'src/both.ts',
    'src/use.js',
    'test/http.js',
    'types/hot.ts',
  );
  test.each([
    ['src/a.ts', './b', ['src/b/index.ts']],
    ['src/a.ts', './b/c.js', ['src/b/c.ts']],
    ['src/b/c.ts', '../a.ts', ['src/a.ts']],
    ['src/a.ts', './both', ['src/both.ts']],
    ['src/use.js', './both', ['src/both.js']],
    ['src/b/c.ts', '@/a', ['src/a.ts']],
    ['src/b/c.ts', '#types/hot', ['types/hot.ts']],
    ['src/b/c.ts', 'src/a', ['src/a.ts']],
    ['src/a.ts', '@scope/core', ['packages/core/src/index.ts']],
    ['src/a.ts', 'node:http', []],
    ['src/a.ts', 'test', []],
    ['src/a.ts', '../../outside', []],
  ])('of TypeScript in %s of %s names %j', (from, specifier, meant) => {
    expect(resolved(script, from, specifier)).toEqual(meant);
  });

  const packaged = withPaths(
    'eslint.config.js',
    'many/a.js',
    'many/b.js',
    'many/test/a.js',
    'server.d.ts',
    'server.js',
    'test/all.test.js',
    'test/deep/one.test.js',
  );
  test.each([
    ['test/all.test.js', '..', ['server.js']],
    ['test/deep/one.test.js', '../../', ['server.js']],
    ['many/test/a.js', '..', []],
    ['server.js', '..', []],
    ['test/all.test.js', '../many', []],
  ])('of a folder without an index in %s of %s names its only program: %j', (from, specifier, meant) => {
    expect(resolved(packaged, from, specifier)).toEqual(meant);
  });

  const python = withPaths(
    'src/app/__init__.py',
    'src/app/db/__init__.py',
    'src/app/db/models.py',
    'src/app/typing.py',
    'src/app/view.py',
    'tests/test_view.py',
    'src/ns/module.py',
    'vendor/library/inner/__init__.py',
    'vendor/library/__init__.py',
    'vendor/one/twice/__init__.py',
    'vendor/two/twice/__init__.py',
    'docs/shown/__init__.py',
  );
  test.each([
    ['tests/test_view.py', 'app.db', ['models'], ['src/app/db/models.py']],
    ['tests/test_view.py', 'app.db', ['connect'], ['src/app/db/__init__.py']],
    ['src/app/view.py', '.db.models', ['User'], ['src/app/db/models.py']],
    ['src/app/db/models.py', '..', ['view'], ['src/app/view.py']],
    ['src/app/view.py', 'typing', ['Any'], []],
    ['tests/test_view.py', 'ns.module', ['f'], ['src/ns/module.py']],
    ['tests/test_view.py', 'library.inner', ['f'], ['vendor/library/inner/__init__.py']],
    ['tests/test_view.py', 'inner', ['f'], []],
    ['tests/test_view.py', 'twice', ['f'], []],
    ['tests/test_view.py', 'shown', ['f'], []],
    ['tests/test_view.py', 'vendor', ['f'], []],
  ])('of Python in %s from %s of %j names %j', (from, specifier, names, meant) => {
    expect(resolved(python, from, specifier, names)).toEqual(meant);
  });

  test('of Go names the sources of a folder of the module, whose path the other imports tell', () => {
    const files: Paths = {
      ...withPaths('errors/errors.go', 'store/disk/disk.go', 'store/disk/disk_test.go', 'store/store.go'),
      'main.go': {
        imports: ['example.com/app/store', 'example.com/app/store/disk', 'github.com/pkg/errors'],
      },
    };
    expect(resolved(files, 'main.go', 'example.com/app/store/disk')).toEqual(['store/disk/disk.go']);
    expect(resolved(files, 'main.go', 'github.com/pkg/errors')).toEqual([]);
  });

  const rust = withPaths(
    'crates/my-core/src/lib.rs',
    'src/lib.rs',
    'src/net/mod.rs',
    'src/net/tcp.rs',
    'src/net/tests/tcp.rs',
    'src/net/udp.rs',
  );
  test.each([
    ['src/lib.rs', 'net', [], ['src/net/mod.rs']],
    ['src/net/tcp.rs', 'crate::net::udp', ['Socket'], ['src/net/udp.rs']],
    ['src/net/tcp.rs', 'super', ['udp'], ['src/net/udp.rs']],
    ['src/net/tests/tcp.rs', 'crate::net', ['tcp'], ['src/net/tcp.rs']],
    ['src/net/mod.rs', 'self', ['tcp', 'Error'], ['src/net/tcp.rs']],
    ['src/lib.rs', 'my_core', ['Thing'], ['crates/my-core/src/lib.rs']],
    ['src/lib.rs', 'std::net', ['TcpStream'], []],
  ])('of Rust in %s of %s with %j names %j', (from, specifier, names, meant) => {
    expect(resolved(rust, from, specifier, names)).toEqual(meant);
  });

  const packages: Paths = {
    'a/Main.java': { namespace: 'org.a' },
    'b/Helper.kt': { namespace: 'org.b', defines: ['Helper', 'assist'] },
    'b/Other.java': { namespace: 'org.b', defines: ['Other'] },
    'b/Aside.java': { namespace: 'org.b', defines: ['Aside', 'Other', 'Alone'], nested: ['Other', 'Alone'] },
  };
  test.each([
    ['org.b.Other', ['b/Other.java']],
    ['org.b.Helper.Inner', ['b/Helper.kt']],
    ['org.b.Alone', ['b/Aside.java']],
    ['org.b', ['b/Aside.java', 'b/Helper.kt', 'b/Other.java']],
    ['okio.Helper', []],
  ])('of Java of %s names %j', (specifier, meant) => {
    expect(resolved(packages, 'a/Main.java', specifier)).toEqual(meant);
  });

  test('of PHP names the file of the namespace that defines the class, and none for a class of PHP itself', () => {
    const files: Paths = {
      'src/Http/Client.php': { namespace: 'App\\Http', defines: ['Client'] },
      'src/Exception.php': { namespace: 'App', defines: ['Exception'] },
      'src/use.php': {},
    };
    expect(resolved(files, 'src/use.php', 'App\\Http\\Client')).toEqual(['src/Http/Client.php']);
    expect(resolved(files, 'src/use.php', 'Exception')).toEqual([]);
  });

  test('of PHP by path names the file beside it, or the one from the top', () => {
    const files: Paths = { 'a/x.php': {}, 'b/use.php': {}, 'b/x.php': {}, 'top.php': {} };
    expect(resolved(files, 'b/use.php', '/x.php')).toEqual(['b/x.php']);
    expect(resolved(files, 'b/use.php', 'a/x.php')).toEqual(['a/x.php']);
    expect(resolved(files, 'b/use.php', 'top.php')).toEqual(['top.php']);
    expect(resolved(files, 'b/use.php', 'none.php')).toEqual([]);
  });

  const c = withPaths('compat/math.h', 'include/lib/api.h', 'src/a.c', 'src/a.h', 'src/b.c', 'tests/a.h');
  test.each([
    ['src/b.c', 'a.h', ['src/a.c', 'src/a.h']],
    ['src/b.c', 'lib/api.h', ['include/lib/api.h']],
    ['src/b.c', '<lib/api.h>', ['include/lib/api.h']],
    ['src/b.c', '<math.h>', []],
  ])('of C in %s of %s names %j', (from, specifier, meant) => {
    expect(resolved(c, from, specifier)).toEqual(meant);
  });

  test('of C names the header that ends so in whole folders, the one that is nearest', () => {
    const files = withPaths(
      'app/main.c',
      'app/net/tcp.h',
      'app/other/tcp.h',
      'app/subnet/tcp.h',
      'lib/net/tcp.h',
      'lib/x/a.c',
      'top.h',
    );
    expect(resolved(files, 'lib/x/a.c', 'net/tcp.h')).toEqual(['lib/net/tcp.h']);
    expect(resolved(files, 'app/main.c', 'net/tcp.h')).toEqual(['app/net/tcp.h']);
    expect(resolved(files, 'lib/x/a.c', '<top.h>')).toEqual(['top.h']);
    expect(resolved(files, 'lib/x/a.c', '../../top.h')).toEqual(['top.h']);
  });

  test('of Go names the files of the module’s folder, and no module of a like name', () => {
    const files: Paths = {
      'main.go': { imports: ['example.com/app/net', 'example.com/app/store', 'fmt'] },
      'net/tcp.go': {},
      'net/tcp_test.go': {},
      'store/disk.go': {},
    };
    expect(resolved(files, 'main.go', 'example.com/app/net')).toEqual(['net/tcp.go']);
    expect(resolved(files, 'net/tcp.go', 'example.com/app')).toEqual(['main.go']);
    expect(resolved(files, 'main.go', 'example.com/application/net')).toEqual([]);
    expect(resolved(files, 'main.go', 'fmt')).toEqual([]);
  });

  test('of Rust in tests names the crate that most of them use, where a third do', () => {
    const files: Paths = {
      'src/lib.rs': {},
      'src/net.rs': {},
      'tests/a.rs': { imports: ['std::fs', 'aid::z', 'mine::net', 'crate::x'] },
      'tests/b.rs': { imports: ['mine::net', 'other::y'] },
      'tests/c.rs': { imports: ['std::fs'] },
    };
    expect(resolved(files, 'tests/a.rs', 'mine::net')).toEqual(['src/net.rs']);
    expect(resolved(files, 'tests/a.rs', 'other::net')).toEqual([]);
  });

  const anyPaths: Paths = {
    ...withPaths('deep/lib/net/tcp.zz', 'lib/net/tcp.zz', 'main.zz', 'other/tcp.zz', 'util.zz'),
    ...withPaths('pkg/a.zz', 'pkg/b/_b.zz', 'pkg/c/index.zz', 'style/_mixins.scss', 'style/main.scss'),
  };
  test.each([
    ['lib/net/tcp.zz', '../../util', [], ['util.zz']],
    ['main.zz', 'lib.net.tcp', [], ['lib/net/tcp.zz']],
    ['deep/lib/net/tcp.zz', 'other.tcp', [], ['other/tcp.zz']],
    ['main.zz', 'other/tcp', [], ['other/tcp.zz']],
    ['main.zz', '$ROOT/$SUB/net/tcp.zz', [], ['lib/net/tcp.zz']],
    ['main.zz', 'net/tcp.json', [], []],
    ['main.zz', 'nowhere.tcp', [], []],
    ['main.zz', 'tcp', [], []],
    ['main.zz', './pkg/*', [], ['pkg/a.zz']],
    ['main.zz', './pkg/c', [], ['pkg/c/index.zz']],
    ['main.zz', 'pkg', ['a', 'nothing'], ['pkg/a.zz']],
    ['main.zz', 'pkg/b', [], ['pkg/b/_b.zz']],
    ['style/main.scss', 'mixins', [], ['style/_mixins.scss']],
  ])('of a language without a rule in %s of %s with %j names %j', (from, specifier, names, meant) => {
    expect(resolved(anyPaths, from, specifier, names)).toEqual(meant);
  });

  test('of a module that a file declares itself to be names that file, and no other that is called so', () => {
    const files: Paths = {
      'src/Data/Text.hs': { namespace: 'App.Data.Text' },
      'src/Main.hs': { namespace: 'Main' },
      'app/Text.hs': { namespace: 'Text' },
    };
    expect(resolved(files, 'src/Main.hs', 'App.Data.Text')).toEqual(['src/Data/Text.hs']);
    expect(resolved(files, 'src/Main.hs', 'Data.Text')).toEqual([]);
    expect(resolved(files, 'src/Main.hs', 'Text')).toEqual(['app/Text.hs']);
  });

  const modules: Paths = {
    'lib/shop.ex': { namespace: 'Shop', defines: ['Shop', 'Cart'] },
    'lib/shop/item.ex': { namespace: 'Shop.Item', defines: ['Item'] },
  };
  test.each([
    ['Shop.Item', [], ['lib/shop/item.ex']],
    ['Shop', ['Cart', 'Item'], ['lib/shop.ex', 'lib/shop/item.ex']],
    ['Plug.Conn', [], []],
  ])('of Elixir of %s with %j names %j', (specifier, names, meant) => {
    expect(resolved({ ...modules, 'test/a.ex': {} }, 'test/a.ex', specifier, names)).toEqual(meant);
  });

  test('of Scala may begin in a package around the file', () => {
    const files: Paths = {
      'a/Ring.scala': { namespace: 'math.ring', defines: ['Ring'] },
      'a/Use.scala': { namespace: 'math.lattice' },
      'b/Other.scala': { namespace: 'other' },
    };
    expect(resolved(files, 'a/Use.scala', 'ring', ['Ring'])).toEqual(['a/Ring.scala']);
    expect(resolved(files, 'b/Other.scala', 'ring', ['Ring'])).toEqual([]);
  });

  const dart = withPaths(
    'apps/one/lib/main.dart',
    'apps/one/packages/api/lib/api.dart',
    'apps/two/lib/main.dart',
    'apps/two/packages/api/lib/api.dart',
    'apps/two/test/view.dart',
  );
  test.each([
    ['apps/two/lib/main.dart', 'package:api/api.dart', ['apps/two/packages/api/lib/api.dart']],
    ['apps/two/test/view.dart', 'package:renamed/main.dart', ['apps/two/lib/main.dart']],
    ['apps/one/lib/main.dart', '../packages/api/lib/api.dart', ['apps/one/packages/api/lib/api.dart']],
    ['apps/one/lib/main.dart', 'dart:api', []],
  ])('of Dart in %s of %s names %j', (from, specifier, meant) => {
    expect(resolved(dart, from, specifier)).toEqual(meant);
  });

  test('of Swift names the files of a module’s folder, or its main file, and no file deeper that is called so', () => {
    const files = withPaths(
      'Source/Kit.swift',
      'Source/Features/Combine.swift',
      'Sources/Net/Tcp.swift',
      'Sources/Net/Deep/Udp.swift',
      'Tests/a.swift',
    );
    expect(resolved(files, 'Tests/a.swift', 'Net')).toEqual([
      'Sources/Net/Deep/Udp.swift',
      'Sources/Net/Tcp.swift',
    ]);
    expect(resolved(files, 'Tests/a.swift', 'Kit')).toEqual(['Source/Kit.swift']);
    expect(resolved(files, 'Tests/a.swift', 'Combine')).toEqual([]);
  });

  test('of OCaml names the file of the first module, interface too; of Ada the file of all names', () => {
    const files = withPaths(
      'src/list0.ml',
      'src/list0.mli',
      'src/shop-cart.ads',
      'src/shop.ads',
      'use.ml',
      'use.ads',
    );
    expect(resolved(files, 'use.ml', 'List0.Inner')).toEqual(['src/list0.ml', 'src/list0.mli']);
    expect(resolved(files, 'use.ads', 'Shop.Cart')).toEqual(['src/shop-cart.ads']);
    expect(resolved(files, 'use.ads', 'Shop.Nothing')).toEqual([]);
  });

  test('of messages names files by path, and of Java the file of a message by its package', () => {
    const files: Paths = {
      'api/shop/cart.proto': { namespace: 'shop', defines: ['Cart'] },
      'api/shop/item.proto': { namespace: 'shop', defines: ['Item'] },
      'Main.java': {},
    };
    expect(resolved(files, 'api/shop/cart.proto', 'shop/item.proto')).toEqual(['api/shop/item.proto']);
    expect(resolved(files, 'Main.java', 'shop.Item')).toEqual(['api/shop/item.proto']);
  });

  test('of Ruby names the file beside it or below lib, never itself', () => {
    const files = withPaths('exe/tool.rb', 'lib/tool.rb', 'lib/tool/cli.rb', 'tool.py');
    expect(resolved(files, 'lib/tool.rb', 'tool/cli')).toEqual(['lib/tool/cli.rb']);
    expect(resolved(files, 'exe/tool.rb', 'tool')).toEqual(['lib/tool.rb']);
  });
});
