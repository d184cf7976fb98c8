import { expect, test } from 'vitest';
import { pathRole } from '../../../src/map/graph/path-role.ts';

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
] as const)('%s is %s', (path, role) => {
  expect(pathRole(path)).toBe(role);
});
