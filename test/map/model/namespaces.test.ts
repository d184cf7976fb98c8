import { expect, test } from 'vitest';
import { namespacesOf } from '../../../src/map/model/namespaces.ts';
import type { Definition, DefinitionKind } from '../../../src/map/model.ts';

const definitions = (...given: [kind: DefinitionKind, parent: number, row?: string][]): Definition[] =>
  given.map(([kind, parent, row = `${kind} x`], index) => ({
    name: `n${index}`,
    kind,
    line: index + 1,
    startLine: index + 1,
    endLine: index + 1,
    row,
    parent,
    exported: true,
  }));

test('a module that holds types or modules alone is a namespace', () => {
  const nested = definitions(['module', -1], ['module', 0], ['class', 1], ['method', 2]);
  expect([...namespacesOf(nested)].sort()).toEqual([0, 1]);
});

test('a module with functions of its own is none, whatever else it holds', () => {
  expect([...namespacesOf(definitions(['module', -1], ['class', 0], ['function', 0]))]).toEqual([]);
  expect([...namespacesOf(definitions(['module', -1], ['function', 0]))]).toEqual([]);
  expect([...namespacesOf(definitions(['module', -1]))]).toEqual([]);
});

test('a module that is declared a namespace is one, with functions too', () => {
  expect([...namespacesOf(definitions(['module', -1, 'namespace leveldb {'], ['function', 0]))]).toEqual([0]);
});
