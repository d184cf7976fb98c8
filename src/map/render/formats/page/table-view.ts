import type { Colours } from './colours.ts';
import { button, element, grouped, percent } from './dom.ts';
import type { FileNode, PageModel } from './model.ts';

/** Rows in the page at once: the whole of a large tree would take seconds to lay out. */
const PAGE_ROWS = 200;

interface Column {
  title: string;
  numeric: boolean;
  text(file: FileNode): string;
  /** Ascending. */
  compare(a: FileNode, b: FileNode): number;
}

export interface TableView {
  /** Files in the order of the ranking now shown; `shares` by file number. */
  show(
    files: readonly FileNode[],
    shares: ArrayLike<number>,
    colours: Colours,
    focus: FileNode | undefined,
  ): void;
}

export function createTableView(
  container: HTMLElement,
  model: PageModel,
  pick: (file: FileNode) => void,
): TableView {
  let shown: {
    files: readonly FileNode[];
    shares: ArrayLike<number>;
    colours: Colours;
    focus: FileNode | undefined;
  };
  let position = new Map<FileNode, number>();
  let sorted = { column: 0, descending: false };
  let rows = PAGE_ROWS;
  const columns: readonly Column[] = [
    {
      title: 'Rank',
      numeric: true,
      text: (file) => grouped(rank(file)),
      compare: (a, b) => rank(a) - rank(b),
    },
    {
      title: 'File',
      numeric: false,
      text: (file) => file.path,
      compare: (a, b) => (a.path < b.path ? -1 : 1),
    },
    {
      title: 'Score',
      numeric: true,
      text: (file) => percent(shareOf(file)),
      compare: (a, b) => shareOf(a) - shareOf(b),
    },
    {
      title: 'Used by',
      numeric: true,
      text: (file) => grouped(file.usedBy.length),
      compare: (a, b) => a.usedBy.length - b.usedBy.length,
    },
    {
      title: 'Uses',
      numeric: true,
      text: (file) => grouped(file.uses.length),
      compare: (a, b) => a.uses.length - b.uses.length,
    },
    {
      title: 'Definitions',
      numeric: true,
      text: (file) => grouped(file.definitionCount),
      compare: (a, b) => a.definitionCount - b.definitionCount,
    },
    {
      title: 'Lines',
      numeric: true,
      text: (file) => grouped(file.lines),
      compare: (a, b) => a.lines - b.lines,
    },
    {
      title: 'Language',
      numeric: false,
      text: (file) => file.language,
      compare: (a, b) => (a.language < b.language ? -1 : a.language > b.language ? 1 : 0),
    },
  ];
  const rank = (file: FileNode) => (position.get(file) ?? 0) + 1;
  const shareOf = (file: FileNode) => shown.shares[file.index] ?? 0;

  function draw(): void {
    const { column, descending } = sorted;
    const order = [...shown.files].sort(
      (a, b) => (columns[column]?.compare(a, b) ?? 0) * (descending ? -1 : 1) || rank(a) - rank(b),
    );
    const body = element('tbody', {}, ...order.slice(0, rows).map(row));
    const table = element(
      'table',
      {},
      element('caption', { class: 'visually-hidden' }, `${model.files.length} files; the headings sort`),
      element('thead', {}, element('tr', {}, ...columns.map(heading))),
      body,
    );
    const more = button(
      `Show ${grouped(Math.min(PAGE_ROWS, order.length - rows))} more of ${grouped(order.length)}`,
      () => {
        const at = rows;
        rows += PAGE_ROWS;
        draw();
        container.querySelectorAll<HTMLButtonElement>('tbody button')[at]?.focus();
      },
      { class: 'more' },
    );
    container.replaceChildren(table, ...(order.length > rows ? [more] : []));
  }

  function heading({ title, numeric }: Column, index: number): HTMLElement {
    const active = sorted.column === index;
    const sort = button(
      [title, element('span', { 'aria-hidden': 'true' }, active ? (sorted.descending ? ' ▾' : ' ▴') : '')],
      () => {
        sorted = { column: index, descending: active ? !sorted.descending : numeric && index > 0 };
        rows = PAGE_ROWS;
        draw();
        container.querySelectorAll<HTMLButtonElement>('thead button')[index]?.focus();
      },
    );
    const direction = active ? { 'aria-sort': sorted.descending ? 'descending' : 'ascending' } : {};
    return element('th', { scope: 'col', ...(numeric ? { class: 'number' } : {}), ...direction }, sort);
  }

  function row(file: FileNode): HTMLElement {
    const chip = element('span', { class: 'chip', 'aria-hidden': 'true' });
    chip.style.background = shown.colours.of(file);
    return element(
      'tr',
      file === shown.focus ? { 'aria-current': 'true' } : {},
      ...columns.map((column) =>
        column.title === 'File'
          ? element(
              'th',
              { scope: 'row' },
              button([chip, column.text(file)], () => pick(file), { class: 'link' }),
            )
          : element('td', column.numeric ? { class: 'number' } : {}, column.text(file)),
      ),
    );
  }

  return {
    show(files, shares, colours, focus) {
      shown = { files, shares, colours, focus };
      position = new Map(files.map((file, index) => [file, index]));
      draw();
    },
  };
}
