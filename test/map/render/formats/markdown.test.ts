import { marked } from 'marked';
import { expect, test } from 'vitest';
import { renderWithin } from '../../../../src/map/render/formats/fit.ts';
import { markdown } from '../../../../src/map/render/formats/markdown.ts';
import { renderText } from '../../../../src/map/render/formats/text.ts';
import { awkward, sampleMap } from './sample-map.ts';

test('a Markdown parser finds a heading a file, with its path as written', async () => {
  const html = await marked.parse(await markdown.render(awkward));
  const headings = [...html.matchAll(/<h2><a href="([^"]*)">(.*?)<\/a><\/h2>/g)].map(([, , text]) => text);
  expect(headings).toEqual([
    'src/hub.py',
    'src/we&quot;ird &lt;a&gt; &amp; `b`.py',
    'it&#39;s [odd] (1) #2.py',
    'line\\nbreak\\x01.py',
    'ünïcødé/日本語 😀.py',
  ]);
});

test('a signature is one code span, whatever it holds', async () => {
  const html = await marked.parse(await markdown.render(awkward));
  expect(html).toContain('<code>def back`tick(&quot;\\n&quot;)</code>');
  expect(html).toContain('<code>class X&lt;T&gt;</code>');
});

test('a code span is fenced and padded only where its text needs it', async () => {
  const rows = ['def plain', '`quoted`', 'a``b'];
  const map = sampleMap([{ path: 'a.py', definitions: rows }]);
  const text = await markdown.render({ ...map, ranking: { ...map.ranking, unmatchedFocus: [' x '] } });
  for (const span of [' `def plain`\n', ' `` `quoted` ``\n', ' `  x  `.', ' ``` a``b ```\n'])
    expect(text).toContain(span);
});

test('the last line says what the files are ranked by', async () => {
  const map = sampleMap([{ path: 'a.py', definitions: ['def one', 'def two'] }]);
  const by = (steeredBy: ('query' | 'focus')[]) =>
    markdown.render({ ...map, ranking: { ...map.ranking, steeredBy } });
  expect(await by(['query', 'focus'])).toContain('ranked by query, focus.');
  expect(await by([])).toContain('1 of 1 files, 2 definitions; ranked by references.');
});

test('a line number links to that line of the file', async () => {
  const html = await marked.parse(await markdown.render(awkward));
  expect(html).toContain('<a href="src/hub.py#L11">11</a> <code>def frobnicate(value)</code>');
  expect(html).toContain('href="it\'s%20%5Bodd%5D%20%281%29%20%232.py#L1"'.replace("'", '&#39;'));
});

test('a definition is an item below the one around it, where that is shown too', async () => {
  const map = sampleMap([{ path: 'a.py', definitions: ['class Outer', 'def method', 'def inner'] }]);
  for (const [at, definition] of (map.tree.files[0]?.tags.definitions ?? []).entries())
    Object.assign(definition, { parent: at - 1 });
  expect((await markdown.render(map)).match(/^ *- /gm)).toEqual(['- ', '  - ', '    - ']);
});

test('what the budget leaves out is said, be it files, definitions or nothing', async () => {
  const map = sampleMap([{ path: 'a.py', definitions: ['def one', 'def two'] }]);
  const leaving = (omittedFiles: number, omittedDefinitions: number) =>
    markdown.render({ ...map, selection: { ...map.selection, omittedFiles, omittedDefinitions } });
  expect(await leaving(0, 1)).toContain('Left out by the budget: 0 files, 1 definitions.');
  expect(await leaving(2, 0)).toContain('Left out by the budget: 2 files, 0 definitions.');
  expect(await leaving(0, 0)).not.toContain('Left out');
});

test('a text exactly as long as the budget is whole', async () => {
  const map = sampleMap([{ path: 'a.py', definitions: ['def one', 'def two'] }]);
  const [text, whole] = [renderText(map), await markdown.render(map)];
  expect(renderText({ ...map, maxChars: text.length })).toBe(text);
  expect(await renderWithin(markdown, { ...map, maxChars: whole.length })).toBe(whole);
});

test('the budget bounds the Markdown text', async () => {
  const files = Array.from({ length: 60 }, (_, index) => ({
    path: `src/file-${index}.py`,
    definitions: ['class Hub'],
  }));
  const text = await renderWithin(markdown, sampleMap(files, [], 1000));
  expect(text.length).toBeLessThanOrEqual(1000);
  expect(text).toMatch(/Left out by the budget: \d+ files/);
});
