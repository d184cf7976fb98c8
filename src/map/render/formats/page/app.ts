import { type ColourBy, chooseColours } from './colours.ts';
import { byId, element, grouped, plural } from './dom.ts';
import { rankAround } from './focus-rank.ts';
import { createGraphView, type GraphView } from './graph-view.ts';
import { createModel, type FileNode } from './model.ts';
import { showPanel } from './panel.ts';
import { connectSearch } from './search.ts';
import { createTableView } from './table-view.ts';
import { createTheme } from './theme.ts';

type View = 'graph' | 'table';

const model = createModel(JSON.parse(byId('data').textContent ?? ''));
const baseShares = Float64Array.from(model.files, (file) => file.share);
const state: { focus: FileNode | undefined; view: View; colourBy: ColourBy } = {
  focus: undefined,
  view: 'graph',
  colourBy: 'folder',
};
const theme = createTheme(() => draw());
const table = createTableView(byId('table'), model, focusOn);
const graph = tryGraph();

connectSearch(model, focusOn);
connectButtons();
connectKeys();
window.addEventListener('hashchange', () => readHash(true));
window.addEventListener('resize', () => graph?.resize());
byId('counts').textContent = counts();
document.title = `Code map · ${plural(model.files.length, 'file')}`;
if (!graph) setView('table');
readHash(false);

function draw(): void {
  const colours = chooseColours(model, state.colourBy, theme.current());
  const shares = state.focus ? rankAround(model, state.focus.index) : baseShares;
  const order = [...model.files].sort(
    (a, b) => (shares[b.index] ?? 0) - (shares[a.index] ?? 0) || a.index - b.index,
  );
  graph?.show({ shares, focus: state.focus, colours, theme: theme.current() });
  table.show(order, shares, colours, state.focus);
  showPanel(
    byId('panel'),
    model,
    { focus: state.focus, order: order.map((file) => file.index), colours },
    pick,
  );
  byId('legend').replaceChildren(
    ...colours.legend.map(({ label, colour, files }) => {
      const chip = element('span', { class: 'chip', 'aria-hidden': 'true' });
      chip.style.background = colour;
      return element(
        'span',
        { class: 'entry' },
        chip,
        label,
        element('span', { class: 'count' }, grouped(files)),
      );
    }),
  );
}

/** The focus lives in the address, so that the back button and a copied link work. */
function pick(file: FileNode | undefined): void {
  const hash = file ? `#${encodeURIComponent(file.path)}` : '';
  if (hash === location.hash || (hash === '' && !state.focus)) return;
  history.pushState(null, '', hash || location.pathname + location.search);
  readHash(true);
}

function focusOn(file: FileNode): void {
  pick(file);
}

function readHash(announced: boolean): void {
  state.focus = model.byPath.get(decode(location.hash.slice(1)));
  draw();
  if (announced) byId('announce').textContent = announcement(state.focus);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const announcement = (focus: FileNode | undefined) =>
  focus
    ? `${focus.path}: rank ${focus.index + 1}, ${plural(focus.definitionCount, 'definition')}, used by ${plural(focus.usedBy.length, 'file')}, uses ${plural(focus.uses.length, 'file')}`
    : 'All files';

function counts(): string {
  const definitions = model.files.reduce((sum, file) => sum + file.definitionCount, 0);
  const skipped = Object.values(model.data.skipped).reduce((sum, count) => sum + count, 0);
  return `${plural(model.files.length, 'file')} · ${plural(definitions, 'definition')}${skipped ? ` · ${grouped(skipped)} skipped` : ''}`;
}

function tryGraph(): GraphView | undefined {
  if (model.files.length === 0) return undefined;
  try {
    return createGraphView(byId('graph'), model, pick);
  } catch (error) {
    console.warn('No graph in this browser, only the table:', error);
    (byId('view-graph') as HTMLButtonElement).disabled = true;
    return undefined;
  }
}

function setView(view: View): void {
  state.view = view;
  byId('graph').hidden = view !== 'graph';
  byId('legend').hidden = view !== 'graph';
  byId('zoom').hidden = view !== 'graph';
  byId('table').hidden = view !== 'table';
  byId('view-graph').setAttribute('aria-pressed', String(view === 'graph'));
  byId('view-table').setAttribute('aria-pressed', String(view === 'table'));
  if (view === 'graph') graph?.resize();
}

function setColour(by: ColourBy): void {
  state.colourBy = by;
  byId('colour-folder').setAttribute('aria-pressed', String(by === 'folder'));
  byId('colour-language').setAttribute('aria-pressed', String(by === 'language'));
  draw();
}

function connectButtons(): void {
  const onClick = (id: string, act: () => void) => byId(id).addEventListener('click', act);
  onClick('view-graph', () => setView('graph'));
  onClick('view-table', () => setView('table'));
  onClick('colour-folder', () => setColour('folder'));
  onClick('colour-language', () => setColour('language'));
  onClick('theme', () => theme.toggle());
  onClick('zoom-in', () => graph?.zoom('in'));
  onClick('zoom-out', () => graph?.zoom('out'));
  onClick('zoom-all', () => graph?.zoom('all'));
}

function connectKeys(): void {
  const PAN = 0.12;
  const graphKeys: Record<string, () => void> = {
    ArrowLeft: () => graph?.pan(-PAN, 0),
    ArrowRight: () => graph?.pan(PAN, 0),
    ArrowUp: () => graph?.pan(0, PAN),
    ArrowDown: () => graph?.pan(0, -PAN),
    '+': () => graph?.zoom('in'),
    '=': () => graph?.zoom('in'),
    '-': () => graph?.zoom('out'),
    '0': () => graph?.zoom('all'),
  };
  byId('graph').addEventListener('keydown', (event) => {
    const act = graphKeys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
  document.addEventListener('keydown', (event) => {
    const typing = event.target instanceof HTMLInputElement;
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      byId('search').focus();
    } else if (event.key === 'Escape' && !typing) pick(undefined);
  });
}
