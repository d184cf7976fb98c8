import { byId, element } from './dom.ts';
import type { FileNode, PageModel } from './model.ts';

const MAX_RESULTS = 12;

interface Match {
  file: FileNode;
  /** The definition that matched, when it was not the path. */
  row: string;
  line: number;
  score: number;
}

/** The search field: a combobox (WAI-ARIA 1.2) whose list is the best matches in paths and definitions. */
export function connectSearch(model: PageModel, pick: (file: FileNode) => void): void {
  const input = byId('search') as HTMLInputElement;
  const list = byId('results');
  let matches: readonly Match[] = [];
  let active = -1;

  function open(found: readonly Match[]): void {
    matches = found;
    active = found.length ? 0 : -1;
    list.replaceChildren(
      ...found.map((match, index) => option(match, index)),
      ...(found.length === 0 && input.value.trim()
        ? [element('div', { class: 'none' }, 'Nothing matches')]
        : []),
    );
    list.hidden = input.value.trim() === '';
    input.setAttribute('aria-expanded', String(!list.hidden));
    mark();
  }

  function option({ file, row, line }: Match, index: number): HTMLElement {
    const made = element(
      'div',
      { role: 'option', id: `result-${index}` },
      element('span', { class: 'name' }, file.path),
      element('span', { class: 'detail' }, row ? `${line}: ${row}` : file.language),
    );
    // Before the field loses the keyboard, which would close the list under the pointer.
    made.addEventListener('mousedown', (event) => event.preventDefault());
    made.addEventListener('click', () => choose(index));
    return made;
  }

  function mark(): void {
    [...list.querySelectorAll('[role=option]')].forEach((item, index) => {
      item.setAttribute('aria-selected', String(index === active));
      if (index === active) item.scrollIntoView({ block: 'nearest' });
    });
    if (active >= 0) input.setAttribute('aria-activedescendant', `result-${active}`);
    else input.removeAttribute('aria-activedescendant');
  }

  function close(): void {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }

  function choose(index: number): void {
    const match = matches[index];
    if (!match) return;
    input.value = '';
    close();
    pick(match.file);
  }

  input.addEventListener('input', () => open(findMatches(model, input.value)));
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') choose(active);
    else if (event.key === 'Escape') {
      input.value = '';
      close();
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && matches.length && !list.hidden) {
      active = (active + (event.key === 'ArrowDown' ? 1 : matches.length - 1)) % matches.length;
      mark();
    } else return;
    event.stopPropagation();
    event.preventDefault();
  });
}

/** Every word must occur in the path or in one definition; a match in a file's own name comes first, then rank. */
function findMatches({ files }: PageModel, text: string): Match[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const contains = (hay: string) => words.every((word) => hay.includes(word));
  const found: Match[] = [];
  for (const file of files) {
    const path = file.path.toLowerCase();
    if (contains(path)) {
      const score = file.name.toLowerCase().startsWith(words[0] ?? '')
        ? 3
        : contains(file.name.toLowerCase())
          ? 2
          : 1;
      found.push({ file, row: '', line: 1, score });
      continue;
    }
    const hit = file.definitions.find(([, , , row]) => contains(row.toLowerCase()));
    if (hit) found.push({ file, row: hit[3], line: hit[1], score: 1.5 });
  }
  return found.sort((a, b) => b.score - a.score || a.file.index - b.file.index).slice(0, MAX_RESULTS);
}
