import { execFileSync } from 'node:child_process';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { dot } from '../../../../src/map/render/formats/dot.ts';
import { graphml } from '../../../../src/map/render/formats/graphml.ts';
import { mermaid } from '../../../../src/map/render/formats/mermaid.ts';
import { awkward, sampleMap } from './sample-map.ts';

const runDot = (input: string, ...args: string[]) =>
  execFileSync('dot', args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] });

test('graphviz reads the DOT form and finds every file and link', async () => {
  const read = JSON.parse(runDot(await dot.render(awkward), '-Tdot_json'));
  const nodes = read.objects.filter((object: { nodes?: unknown }) => object.nodes === undefined);
  expect(nodes).toHaveLength(6);
  expect(nodes.map((node: { name: string }) => node.name)).toContain('ünïcødé/日本語 😀.py');
  expect(read.edges).toHaveLength(3);
});

test('the DOT form pictures control characters', async () => {
  const text = await dot.render(sampleMap([{ path: 'a\u0001b\u007fc.py' }]));
  expect(text).toContain('a\u2401b\u2421c.py');
});

test('graphviz draws the DOT form with the file names as written', async () => {
  const svg = runDot(await dot.render(awkward), '-Tsvg');
  expect(XMLValidator.validate(svg)).toBe(true);
  expect(svg).toContain('we&quot;ird &lt;a&gt; &amp; `b`.py');
});

test('an XML parser reads the GraphML form, and each edge joins two nodes', async () => {
  const text = await graphml.render(awkward);
  expect(XMLValidator.validate(text)).toBe(true);
  const { graph } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(text).graphml;
  const ids = graph.node.map((node: { id: string }) => node.id);
  expect(ids).toHaveLength(6);
  expect(graph.edge.map((edge: { source: string; target: string }) => [edge.source, edge.target])).toEqual([
    ['n1', 'n0'],
    ['n2', 'n0'],
    ['n0', 'n2'],
  ]);
  const path = graph.node[1].data.find((data: { key: string }) => data.key === 'path')['#text'];
  expect(path).toBe('src/we"ird <a> & `b`.py');
});

test('graphviz converts the GraphML form', async () => {
  const converted = execFileSync('graphml2gv', {
    input: await graphml.render(awkward),
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  expect(JSON.parse(runDot(converted, '-Tdot_json')).edges).toHaveLength(3);
});

test('characters that XML cannot hold become U+FFFD', async () => {
  expect(await graphml.render(awkward)).toContain('break\uFFFD.py');
});

test('the mermaid form keeps to the highest ranks and says so', async () => {
  const files = Array.from({ length: 100 }, (_, index) => ({ path: `f${index}.py`, definitions: ['def a'] }));
  const text = await mermaid.render(sampleMap(files));
  expect(text).toContain('the 30 highest-ranked files of 100');
  expect(text.match(/\["/g)).toHaveLength(30);
});
