import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MapDocument } from '../../../../src/map/model.ts';
import { toPageData } from '../../../../src/map/render/formats/html.ts';
import { mermaid } from '../../../../src/map/render/formats/mermaid.ts';
import { type Browser, openBrowser, watchComplaints } from './browser.ts';
import { awkward, sampleMap } from './sample-map.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'repomap-page-'));
let browser: Browser;
let template: string;

beforeAll(async () => {
  browser = await openBrowser();
  writeFileSync(path.join(folder, 'a.py'), 'def a():\n    pass\n');
  const args = ['dist/cli.js', folder, '--format', 'html', '--no-cache'];
  template = execFileSync(process.execPath, args, { encoding: 'utf8' });
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The built page around a map made by hand. */
async function open(document: MapDocument, hash = ''): Promise<{ page: Page; complaints: string[] }> {
  const data = JSON.stringify(toPageData(document)).replace(/</g, '\\u003c');
  const html = template.replace(/(<script id="data"[^>]*>)[^<]*/, (_, tag) => tag + data);
  const file = path.join(folder, 'page.html');
  writeFileSync(file, html);
  const page = await browser.context.newPage();
  const complaints = watchComplaints(page);
  await page.goto(pathToFileURL(file).href + hash);
  return { page, complaints };
}

const hub = sampleMap(
  [
    { path: 'src/hub.py', definitions: ['class Hub', 'def frobnicate(value)'], score: 50 },
    { path: 'src/cli.py', definitions: ['def main'], references: { Hub: 2, frobnicate: 1 }, score: 1 },
    { path: 'lib/util.go', language: 'go', definitions: ['func Help'], score: 0.5 },
  ],
  [{ from: 'src/cli.py', to: 'src/hub.py', weight: 2, names: ['Hub', 'frobnicate'] }],
);

const heading = (page: Page) => page.locator('#panel h2').textContent();

test('the page as the command line writes it opens without a complaint and without a request', async () => {
  const page = await browser.context.newPage();
  const complaints = watchComplaints(page);
  writeFileSync(path.join(folder, 'built.html'), template);
  await page.goto(pathToFileURL(path.join(folder, 'built.html')).href);
  await page.waitForSelector('#graph canvas');
  expect(await page.textContent('#counts')).toBe('1 file · 1 definition');
  expect(template).not.toMatch(/<(script|link|img)[^>]+(src|href)="(?!data:)/);
  expect(complaints).toEqual([]);
  await page.close();
});

test('names that look like markup are text', async () => {
  const { page, complaints } = await open(awkward);
  expect(await page.locator('#panel .file .name').allTextContents()).toContain('src/we"ird <a> & `b`.py');
  await page.getByRole('button', { name: 'we"ird' }).click();
  expect(await heading(page)).toBe('src/we"ird <a> & `b`.py');
  expect(complaints).toEqual([]);
  await page.close();
});

test('search finds files and definitions, and the keyboard chooses', async () => {
  const { page } = await open(hub);
  await page.keyboard.press('/');
  await page.keyboard.type('frobn');
  expect(await page.getByRole('option').allTextContents()).toEqual(['src/hub.py11: def frobnicate(value)']);
  await page.keyboard.press('Enter');
  expect(await heading(page)).toBe('src/hub.py');
  await page.keyboard.press('Escape');
  await page.locator('#search').fill('py');
  await page.keyboard.press('ArrowDown');
  expect(await page.locator('#search').getAttribute('aria-activedescendant')).toBe('result-1');
  await page.keyboard.press('Enter');
  expect(await heading(page)).toBe('src/cli.py');
  await page.locator('#search').fill('nothing like it');
  expect(await page.textContent('#results')).toBe('Nothing matches');
  await page.close();
});

describe('focus', () => {
  test('a click on a circle focuses its file, one beside it takes the focus away', async () => {
    const { page } = await open(hub);
    const box = await page.locator('#graph').boundingBox();
    if (!box) throw new Error('The graph is not drawn');
    // The one file that has nearly all of the score fills the middle. A click before the first drawing hits nothing.
    const clickUntil = async (x: number, y: number, title: string) => {
      while ((await heading(page)) !== title) {
        await page.mouse.click(x, y);
        // Past the time in which a second click would be a double click.
        await page.waitForTimeout(600);
      }
    };
    await clickUntil(box.x + box.width / 2, box.y + box.height / 2, 'src/hub.py');
    expect(new URL(page.url()).hash).toBe('#src%2Fhub.py');
    await clickUntil(box.x + 3, box.y + 3, 'What the rest leans on');
    expect(new URL(page.url()).hash).toBe('');
    await page.close();
  });

  test('ranks again around the file: what it uses and what uses it come next', async () => {
    const { page } = await open(hub);
    const order = () => page.locator('#table tbody th').allTextContents();
    await page.getByRole('button', { name: 'Table' }).click();
    expect(await order()).toEqual(['src/hub.py', 'src/cli.py', 'lib/util.go']);
    await page.locator('#table').getByRole('button', { name: 'src/cli.py' }).click();
    expect(await order()).toEqual(['src/cli.py', 'src/hub.py', 'lib/util.go']);
    expect(await page.locator('#table tr[aria-current=true] th').textContent()).toBe('src/cli.py');
    await page.close();
  });

  test('shows the definitions, who uses the file and by which names', async () => {
    const { page } = await open(hub, '#src%2Fhub.py');
    expect(await page.locator('.definitions code').allTextContents()).toEqual([
      'class Hub',
      'def frobnicate(value)',
    ]);
    const usedBy = page.locator('h3.used-by + ul .file');
    expect(await usedBy.allTextContents()).toEqual(['src/cli.pyHub, frobnicate']);
    await usedBy.click();
    expect(await heading(page)).toBe('src/cli.py');
    await page.goBack();
    await page.waitForURL(/hub\.py$/);
    expect(await heading(page)).toBe('src/hub.py');
    await page.close();
  });

  test('is announced to screen readers', async () => {
    const { page } = await open(hub);
    await page.locator('#panel .file').first().click();
    expect(await page.textContent('#announce')).toBe(
      'src/hub.py: rank 1, 2 definitions, used by 1 file, uses 0 files',
    );
    await page.close();
  });
});

test('the table sorts by a column, and says so', async () => {
  const { page } = await open(hub);
  await page.getByRole('button', { name: 'Table' }).click();
  await page.locator('#table thead').getByRole('button', { name: 'File' }).click();
  expect(await page.locator('#table tbody th').allTextContents()).toEqual([
    'lib/util.go',
    'src/cli.py',
    'src/hub.py',
  ]);
  expect(await page.locator('#table th[aria-sort]').getAttribute('aria-sort')).toBe('ascending');
  await page.close();
});

test.each(['light', 'dark'] as const)(
  'an accessibility checker finds nothing wrong, %s, graph, table and panel',
  async (colorScheme) => {
    const { page } = await open(hub, '#src%2Fhub.py');
    await page.emulateMedia({ colorScheme });
    expect(await page.getAttribute('html', 'data-theme')).toBe(colorScheme);
    const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
    for (const view of ['Graph', 'Table']) {
      await page.getByRole('button', { name: view, exact: true }).click();
      const violations = await page.evaluate(
        `(() => { ${axe}; return axe.run().then((found) => found.violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' '))); })()`,
      );
      expect(violations).toEqual([]);
    }
    await page.close();
  },
);

test('in a narrow window a path of the table is not broken into letters', async () => {
  const { page } = await open(
    sampleMap([{ path: 'src/components/dashboard/widgets/chart.py', definitions: ['def chart'] }]),
  );
  await page.setViewportSize({ width: 400, height: 800 });
  await page.getByRole('button', { name: 'Table' }).click();
  const { width = 0, height = 0 } = (await page.locator('#table tbody th .link').first().boundingBox()) ?? {};
  expect(width).toBeGreaterThan(2 * height);
  await page.close();
});

test('without WebGL the table is there', async () => {
  const page = await browser.context.newPage();
  await page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null');
  writeFileSync(path.join(folder, 'built.html'), template);
  await page.goto(pathToFileURL(path.join(folder, 'built.html')).href);
  expect(await page.locator('#table tbody th').allTextContents()).toEqual(['a.py']);
  expect(await page.getByRole('button', { name: 'Graph', exact: true }).isDisabled()).toBe(true);
  await page.close();
});

test('an empty map is a page that says so', async () => {
  const { page, complaints } = await open(sampleMap([]));
  expect(await page.textContent('#counts')).toBe('0 files · 0 definitions · 2 skipped');
  expect(await page.textContent('#panel')).toContain('Not in the map: 1 binary, 1 unsupported.');
  expect(complaints).toEqual([]);
  await page.close();
});

test('five thousand files open, are found and focused', async () => {
  const files = Array.from({ length: 5000 }, (_, index) => ({
    path: `packages/p${index % 40}/src/area${index % 7}/file-${index}.py`,
    definitions: [`class Type${index}`, `def function_${index}`],
  }));
  const links = files.flatMap((file, index) =>
    [1, 7, 31].map((step) => ({
      from: file.path,
      to: files[(index * step) % 500]?.path ?? '',
      weight: 1 + (index % 5),
      names: [`Type${index % 500}`],
    })),
  );
  const { page, complaints } = await open(
    sampleMap(
      files,
      links.filter(({ from, to }) => from !== to),
    ),
  );
  await page.waitForSelector('#graph canvas');
  await page.locator('#search').fill('Type4321');
  await page.keyboard.press('Enter');
  expect(await heading(page)).toBe('packages/p1/src/area2/file-4321.py');
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  expect(await page.locator('#table tbody tr').count()).toBe(200);
  await page.getByRole('button', { name: /Show 200 more of 5,000/ }).click();
  expect(await page.locator('#table tbody tr').count()).toBe(400);
  expect(complaints).toEqual([]);
  await page.close();
});

test('mermaid draws the mermaid form with the file names as written', async () => {
  const page = await browser.context.newPage();
  await page.setContent('<body></body>');
  await page.addScriptTag({ path: 'node_modules/mermaid/dist/mermaid.min.js' });
  const text = await mermaid.render(awkward);
  const drawn = await page.evaluate(`(async () => {
    const text = ${JSON.stringify(text)};
    const { diagramType } = await mermaid.parse(text);
    const { svg } = await mermaid.render('drawn', text);
    document.body.innerHTML = svg;
    return { diagramType, labels: [...document.querySelectorAll('.nodeLabel')].map((label) => label.textContent) };
  })()`);
  expect(drawn).toEqual({
    diagramType: 'flowchart-v2',
    labels: [
      'src/hub.py',
      'src/we"ird <a> & `b`.py',
      "it's [odd] (1) #2.py",
      'line break\u0001.py',
      'ünïcødé/日本語 😀.py',
      'data.py',
    ],
  });
  await page.close();
});

test('a large file keeps its forty best definitions beside thousands of small ones, and says what is more', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `def step_${index}`);
  const small = Array.from({ length: 3000 }, (_, index) => ({
    path: `small/f${index}.py`,
    definitions: ['def one'],
  }));
  const map = sampleMap([{ path: 'large.py', definitions: names, score: 99 }, ...small]);
  expect(toPageData(map).files[0]?.[5]).toHaveLength(40);

  const { page } = await open(sampleMap([{ path: 'large.py', definitions: names }]), '#large.py');
  const rows = page.locator('#panel .definitions li');
  const first = await rows.count();
  await page
    .locator('#panel')
    .getByRole('button', { name: `Show ${40 - first} more` })
    .click();
  expect(await rows.count()).toBe(40);
  expect(await page.textContent('#panel')).toContain('and 20 less used definitions');
  await page.close();
});
