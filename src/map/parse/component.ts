import type { Definition, FileTags } from '../model.ts';
import { Lines, rowText } from './rows.ts';

/** What others give to a component, or where Vue's options begin; else its script stands for it. */
const FACES: readonly RegExp[] = [
  /\bexport default\b/,
  /\bdefineProps\b|\$props\(|\bAstro\.props\b|^\s*export let\s/,
  /^\s*(?:<script\b|---)/,
  /\S/,
];

/**
 * The tags of a file that is one component, with the component: it goes by the file's name, as templates of other files
 * write it, and is what an import of the file means. What the script exports without a name is the component.
 */
export function withComponent(tags: FileTags, source: string, code: string, fileName: string): FileTags {
  const name = componentName(fileName);
  if (name === undefined || source.trim() === '') return tags;
  const unnamed = tags.definitions.findIndex((one) => one.name === 'default');
  const definitions =
    unnamed >= 0
      ? tags.definitions.map((one, index) =>
          index === unnamed ? { ...one, name, kind: 'class' as const } : one,
        )
      : inserted(tags.definitions, faceOf(source, code, name));
  return { ...tags, definitions, defaultExport: name };
}

/** `side-panel.vue` holds SidePanel; files that routers find (`+page.svelte`, `[slug].vue`) go by no name. */
function componentName(fileName: string): string | undefined {
  const stem = fileName.slice(fileName.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  return /^[a-z][\w.-]*$/i.test(stem) ? pascalCase(stem) : undefined;
}

export const pascalCase = (name: string): string =>
  name.replace(/(?:^|[-_.]+)(\w)/g, (_, letter: string) => letter.toUpperCase());

function faceOf(source: string, code: string, name: string): Definition {
  const written = code.split('\n');
  const all = source.split('\n');
  const line =
    FACES.map((face, at) => (at < 2 ? written : all).findIndex((text) => face.test(text)) + 1).find(
      Boolean,
    ) ?? 1;
  const lines = new Lines(source);
  const span = { name: lines.start(line), body: -1, end: lines.end(line), joins: false, isValue: false };
  const row = rowText(source, lines, [], span);
  return { name, kind: 'class', line, startLine: line, endLine: line, row, parent: -1, exported: true };
}

/** In order of line, before what else that line defines. */
function inserted(definitions: readonly Definition[], component: Definition): readonly Definition[] {
  const before = definitions.filter(({ line }) => line < component.line).length;
  const moved = definitions.map((one) => (one.parent < before ? one : { ...one, parent: one.parent + 1 }));
  return [...moved.slice(0, before), component, ...moved.slice(before)];
}
