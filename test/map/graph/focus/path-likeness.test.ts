import { expect, test } from 'vitest';
import { buildGraph } from '../../../../src/map/graph/build.ts';
import { scorePathLikeness } from '../../../../src/map/graph/focus/path-likeness.ts';
import { treeOf } from '../tree-of.ts';

const graph = buildGraph(
  treeOf(
    Object.fromEntries(
      [
        'app/ledger_report.py',
        'app/main.py',
        'app/paint.py',
        'lib/LedgerReports.ts',
        'lib/ledger_report_and_many_words.py',
        'web/other.py',
      ].map((path) => [path, {}]),
    ),
  ),
);
const at = (path: string) => graph.indexByPath.get(path) ?? -1;
const likeness = (path: string, ...to: string[]) => scorePathLikeness(graph, to.map(at))[at(path)] ?? -1;
const FOCUS = 'app/ledger_report.py';

test('a path is as like itself as can be, and not at all like one that shares no word', () => {
  expect(likeness(FOCUS, FOCUS)).toBeCloseTo(1, 12);
  expect(likeness('web/other.py', FOCUS)).toBe(0);
});

test('likeness is the same both ways, and counts words whatever their form, case and ending', () => {
  expect(likeness('lib/LedgerReports.ts', FOCUS)).toBeCloseTo(likeness(FOCUS, 'lib/LedgerReports.ts'), 12);
  expect(likeness('lib/LedgerReports.ts', FOCUS)).toBeGreaterThan(0.5);
});

test('rare words make paths more alike than common ones, and other words less', () => {
  expect(likeness('lib/LedgerReports.ts', FOCUS)).toBeGreaterThan(likeness('app/main.py', FOCUS));
  expect(likeness('lib/ledger_report_and_many_words.py', FOCUS)).toBeLessThan(
    likeness('lib/LedgerReports.ts', FOCUS),
  );
});

test('of several files in focus the most alike counts', () => {
  const alone = [FOCUS, 'app/paint.py'].map((focus) => likeness('app/main.py', focus));
  expect(likeness('app/main.py', FOCUS, 'app/paint.py')).toBe(Math.max(...alone));
});
