type Child = Node | string;

/** Builds elements; text goes in as text nodes only, so no path or signature can become markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** @throws when the page's own HTML lacks it. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}`);
  return found;
}

export function button(
  label: Child | Child[],
  onClick: () => void,
  attributes: Record<string, string> = {},
): HTMLButtonElement {
  const made = element(
    'button',
    { type: 'button', ...attributes },
    ...(Array.isArray(label) ? label : [label]),
  );
  made.addEventListener('click', onClick);
  return made;
}

export const grouped = (value: number) => value.toLocaleString('en-US');
export const percent = (share: number) =>
  share >= 0.0995 ? `${Math.round(share * 100)}%` : `${(share * 100).toFixed(share < 0.001 ? 3 : 1)}%`;
export const plural = (count: number, noun: string) => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
