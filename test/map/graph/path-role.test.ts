import { expect, test } from 'vitest';
import { pathRole, projectRoots } from '../../../src/map/graph/path-role.ts';
import type { SourceFile } from '../../../src/map/model.ts';

test.each([
  ['configure.ac', 'tooling'],
  ['Makefile.am', 'tooling'],
  ['src/Makefile.in', 'tooling'],
  ['m4/ax_pthread.m4', 'tooling'],
  ['docker/web/Dockerfile', 'tooling'],
  ['src/configure.ts', 'source'],
  ['src/makefile.go', 'source'],
  ['src/dockerfile/parser.go', 'source'],
  ['bin/release.js', 'tooling'],
  ['celery/bin/worker.py', 'source'],
  ['support/docopt.py', 'tooling'],
  ['benchsuite/benchsuite', 'example'],
  ['sandbox/client.js', 'tooling'],
  ['src/sandbox/policy.cc', 'source'],
  ['Tests/TestHelpers.swift', 'test'],
  ['crates/searcher/src/testutil.rs', 'test'],
  ['src/tester.rs', 'source'],
  ['Package@swift-6.1.swift', 'tooling'],
  ['Package.swift', 'tooling'],
  ['src/Package.ts', 'source'],
  ['src/Illuminate/Testing/TestResponse.php', 'source'],
  ['okhttp-testing-support/src/main/kotlin/TestUtil.kt', 'test'],
  ['Build/runbuild.ps1', 'tooling'],
  ['Support/Str.php', 'source'],
  ['mix.exs', 'tooling'],
  ['Rakefile', 'tooling'],
  ['lib/tasks/seed.rake', 'tooling'],
  ['gems/core.gemspec', 'tooling'],
  ['app/build.gradle', 'tooling'],
  ['meson.build', 'tooling'],
  ['pkg/api/BUILD.bazel', 'tooling'],
  ['WORKSPACE', 'tooling'],
  ['src/workspace.ts', 'source'],
  ['build.rs', 'tooling'],
  ['setup.py', 'tooling'],
  ['src/node/build.ts', 'source'],
  ['config/setup.py', 'source'],
  ['src/mix.ts', 'source'],
  ['lib/rakefile_loader.rb', 'source'],
  ['Sources/ParserTestHelpers/Helpers.swift', 'test'],
  ['http-testing-support/src/Util.kt', 'test'],
  ['single_include/json.hpp', 'foreign'],
  ['a/vendor/x.go', 'foreign'],
  ['src/pip/_vendor/rich/console.py', 'foreign'],
  ['deps/lua/a.c', 'foreign'],
  ['deps/deps.go', 'source'],
  ['src/deps/a.ts', 'source'],
  ['runtime/gen/gen-types.c', 'source'],
  ['src/external/a.py', 'source'],
  ['src/main/java/com/shop/vendor/Vendor.java', 'source'],
  ['src/test/java/com/shop/external/ClientIT.java', 'test'],
  ['src/main/java/org/springframework/samples/petclinic/owner/Owner.java', 'source'],
  ['lib/src/commonMain/kotlin/dev/test/docs/Page.kt', 'source'],
  ['samples/guide/src/main/java/okhttp3/guide/GetExample.java', 'example'],
  ['src/test/java/org/junit/Runner.java', 'test'],
  ['app/src/com/example/shop/Main.java', 'source'],
] as const)('%s is %s', (path, role) => {
  expect(pathRole(path, new Set(['']))).toBe(role);
});

test('tooling lies at the top of any project of the tree, told by a manifest or a licence', () => {
  const paths = [
    'celery/setup.py',
    'celery/bin/release.py',
    'celery/celery/bin/worker.py',
    'celery/contrib/migrate.py',
    'redis/support/report.c',
    'scripts/release/index.js',
    'lib/external/stb/image.c',
    'lib/external/client.c',
  ];
  const roots = projectRoots({
    files: paths.map((path) => ({ path }) as SourceFile),
    skipped: ['redis/COPYING', 'scripts/release/package.json', 'lib/external/stb/LICENSE'].map((path) => ({
      path,
      reason: 'unsupported',
    })),
  });
  expect(paths.filter((path) => pathRole(path, roots) === 'source')).toEqual([
    'celery/celery/bin/worker.py',
    'lib/external/client.c',
  ]);
});
