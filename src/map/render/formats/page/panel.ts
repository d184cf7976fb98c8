import type { Colours } from './colours.ts';
import { button, element, grouped, percent, plural } from './dom.ts';
import type { FileNode, Neighbour, PageModel } from './model.ts';
import type { PageDefinition } from './page-data.ts';

const FIRST_NEIGHBOURS = 12;
const FIRST_DEFINITIONS = 14;
const TOP_FILES = 25;

export interface PanelState {
  focus: FileNode | undefined;
  /** File numbers in the order of the ranking now shown. */
  order: readonly number[];
  colours: Colours;
}

type Pick = (file: FileNode | undefined) => void;

/** Fills the side panel: the whole tree without a focus, one file with one. */
export function showPanel(panel: HTMLElement, model: PageModel, state: PanelState, pick: Pick): void {
  panel.replaceChildren(
    ...(state.focus ? fileDetails(model, state.focus, state, pick) : overview(model, state, pick)),
  );
  panel.scrollTop = 0;
}

function overview(model: PageModel, state: PanelState, pick: Pick): Node[] {
  const { data } = model;
  const steered = [
    ...(data.query
      ? [element('p', { class: 'note' }, 'Steered by the query ', element('q', {}, data.query))]
      : []),
    ...(data.focus.length
      ? [element('p', { class: 'note' }, 'Steered by the focus ', code(data.focus.join(', ')))]
      : []),
  ];
  return [
    element('h2', {}, 'What the rest leans on'),
    element('p', { class: 'note' }, 'A file is as large as its rank. Choose one to see the map around it.'),
    ...steered,
    rankedList(model, state, pick),
    ...skippedNote(model),
  ];
}

function skippedNote({ data }: PageModel): Node[] {
  const parts = Object.entries(data.skipped).map(([reason, count]) => `${grouped(count)} ${reason}`);
  return parts.length ? [element('p', { class: 'note' }, `Not in the map: ${parts.join(', ')}.`)] : [];
}

function rankedList(model: PageModel, state: PanelState, pick: Pick): HTMLElement {
  const list = element('ol', { class: 'files' });
  for (const index of state.order.slice(0, TOP_FILES)) {
    const file = model.files[index];
    if (file) list.append(element('li', {}, fileButton(file, state.colours, pick, file.topNames.join(', '))));
  }
  return list;
}

function fileDetails(model: PageModel, file: FileNode, state: PanelState, pick: Pick): Node[] {
  return [
    element(
      'div',
      { class: 'crumbs' },
      button('← All files', () => pick(undefined), { class: 'link', id: 'clear-focus' }),
    ),
    element('h2', { class: 'path' }, breakable(file.path)),
    element(
      'p',
      { class: 'facts' },
      chip(state.colours.of(file)),
      `${file.language} · rank ${grouped(file.index + 1)} of ${grouped(model.files.length)} · ${percent(file.share)} of the score · ${plural(file.lines, 'line')}`,
    ),
    ...whyNote(file),
    ...definitions(model, file),
    ...neighbourList('Used by', 'used-by', file.usedBy, state, pick),
    ...neighbourList('Uses', 'uses', file.uses, state, pick),
    element('h3', {}, 'Closest in the map'),
    rankedList(
      model,
      { ...state, order: state.order.filter((index) => index !== file.index).slice(0, 10) },
      pick,
    ),
  ];
}

function whyNote(file: FileNode): Node[] {
  if (file.why.length === 0) return [];
  const items = file.why.map(([signal, share, details]) =>
    element(
      'li',
      {},
      element('b', {}, percent(share)),
      ` ${signal}`,
      ...(details.length ? [': ', details.slice(0, 8).join(', ')] : []),
    ),
  );
  return [element('h3', {}, 'Why it stands here'), element('ul', { class: 'why' }, ...items)];
}

function definitions(model: PageModel, file: FileNode): Node[] {
  const heading = element(
    'h3',
    {},
    'Definitions ',
    element('span', { class: 'count' }, grouped(file.definitionCount)),
  );
  if (file.definitions.length === 0) {
    return [heading, element('p', { class: 'note' }, 'None that others could refer to.')];
  }
  const row = ([kind, line, , text, uses]: PageDefinition) =>
    element(
      'li',
      { title: `${model.data.kinds[kind] ?? ''}, line ${line}, used ${uses} times` },
      element('span', { class: 'line' }, String(line)),
      element('code', {}, text),
      element('span', { class: 'uses' }, uses ? `${grouped(uses)}×` : ''),
    );
  const list = element('ul', { class: 'definitions' });
  const hidden = file.definitionCount - file.definitions.length;
  const rest =
    hidden > 0 ? [element('p', { class: 'note' }, `and ${plural(hidden, 'less used definition')}`)] : [];
  const most = mostUsed(file.definitions);
  list.append(...most.map(row));
  if (most.length === file.definitions.length) return [heading, list, ...rest];
  const more = button(
    `Show ${grouped(file.definitions.length - most.length)} more`,
    () => {
      list.replaceChildren(...file.definitions.map(row));
      more.replaceWith(...rest);
    },
    { class: 'link' },
  );
  return [heading, list, more];
}

/** In order of line. */
function mostUsed(all: readonly PageDefinition[]): PageDefinition[] {
  const least = [...all].sort((a, b) => b[4] - a[4])[FIRST_DEFINITIONS - 1]?.[4] ?? 0;
  const above = all.filter((one) => one[4] > least);
  const room = FIRST_DEFINITIONS - above.length;
  const level = new Set(all.filter((one) => one[4] === least).slice(0, room));
  return all.filter((one) => one[4] > least || level.has(one));
}

function neighbourList(
  title: string,
  kind: string,
  links: readonly Neighbour[],
  state: PanelState,
  pick: Pick,
): Node[] {
  const heading = element(
    'h3',
    { class: kind },
    `${title} `,
    element('span', { class: 'count' }, grouped(links.length)),
  );
  if (links.length === 0) return [heading, element('p', { class: 'note' }, 'No file of the map.')];
  const list = element('ul', { class: 'files' });
  const add = (from: number, to: number) => {
    for (const { file, names } of links.slice(from, to)) {
      list.append(element('li', {}, fileButton(file, state.colours, pick, names.join(', '))));
    }
  };
  add(0, FIRST_NEIGHBOURS);
  if (links.length <= FIRST_NEIGHBOURS) return [heading, list];
  const more = button(
    `Show all ${grouped(links.length)}`,
    () => {
      add(FIRST_NEIGHBOURS, links.length);
      more.remove();
    },
    { class: 'link' },
  );
  return [heading, list, more];
}

function fileButton(file: FileNode, colours: Colours, pick: Pick, detail: string): HTMLButtonElement {
  const folder = file.folder ? `${file.folder}/` : '';
  return button(
    [
      chip(colours.of(file)),
      element('span', { class: 'name' }, element('span', { class: 'folder' }, folder), file.name),
      element('span', { class: 'detail' }, detail),
    ],
    () => pick(file),
    { class: 'file', title: file.path },
  );
}

function chip(colour: string): HTMLElement {
  const made = element('span', { class: 'chip', 'aria-hidden': 'true' });
  made.style.background = colour;
  return made;
}

const code = (text: string) => element('code', {}, text);

/** Lets a long path wrap after its slashes. */
function breakable(path: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const part of path.split(/(?<=\/)/)) fragment.append(part, document.createElement('wbr'));
  return fragment;
}
