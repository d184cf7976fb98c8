import type { Definition, FileTags } from './model.ts';

/** What stands before or behind a definition's name in its row where that says whose member it is. */
interface OwnerForm {
  before?: RegExp;
  after?: RegExp;
}

const ASSIGNED: OwnerForm = { before: /([\w$]+)(?:\.prototype)?\.$/ };
const QUALIFIED: OwnerForm = { before: /(\w+)(?:<[^()]*>)?\s*::\s*$/ };

/** By language: a member that is written outside of its type. */
const MEMBER_FORMS: Readonly<Record<string, OwnerForm>> = {
  cpp: QUALIFIED,
  csharp: { after: /^(?:<[^()]*>)?\s*\(\s*this\s+(?:(?:ref|in|scoped)\s+)*(?:\w+\.)*(\w+)/ },
  go: { before: /^func\s*\(\s*(?:\w+\s+)?\*?\s*(\w+)(?:\[[^\]]*\])?\s*\)\s*$/ },
  javascript: ASSIGNED,
  kotlin: { before: /\b(?:fun|va[lr])\s+(?:<.*>\s*)?(?:\w+\.)*(\w+)(?:<.*>)?\??\.$/ },
  lua: { before: /(\w+)[.:]$/ },
  objc: QUALIFIED,
  ruby: { before: /\bdef\s+(?:\w+::)*(\w+)\.$/ },
  rust: { before: /\bimpl\b(?:<[^{]*?>)?\s+(?:[^{]*\sfor\s+)?&?(?:\w+::)*(\w+)[^{]*\{.*\bfn\s+$/ },
  scala: { before: /\bextension\s*(?:\[.*\])?\s*\(\s*\w+\s*:\s*(\w+).*\bdef\s+$/ },
  tsx: ASSIGNED,
  typescript: ASSIGNED,
};

/** By language: an extension that goes by another name than the type it extends. */
const EXTENSION_HEADS: Readonly<Record<string, RegExp>> = {
  dart: /\bextension\b.*\son\s+(?:\w+\.)?(\w+)/,
  swift: /\bextension\s+(?:\w+\.)*(\w+)/,
};

/**
 * The names of what a definition is a member of: the definition around it, and the type that its row names. Undefined
 * for a method of which neither is known, as those of Rust's `impl` blocks: the block is no definition.
 */
export function ownersOf(tags: FileTags, definition: Definition): readonly string[] | undefined {
  const around = tags.definitions[definition.parent];
  const owners = [
    around?.name,
    around && EXTENSION_HEADS[tags.language]?.exec(around.row)?.[1],
    ownerInRow(definition, MEMBER_FORMS[tags.language]),
  ].filter((name) => name !== undefined);
  return isOwned(tags, definition, around) || owners.length > (around ? 1 : 0) ? owners : undefined;
}

/** In Rust a module or function around a method is around its `impl` block. */
function isOwned({ language }: FileTags, { kind }: Definition, around: Definition | undefined): boolean {
  return kind !== 'method' || (language === 'rust' ? around?.kind === 'trait' : around !== undefined);
}

function ownerInRow({ row, name }: Definition, form: OwnerForm | undefined): string | undefined {
  if (!form) return undefined;
  for (let at = row.indexOf(name); at >= 0; at = row.indexOf(name, at + 1)) {
    const behind = row.slice(at + name.length);
    if (/^[\w$]/.test(behind)) continue;
    const owner = form.before?.exec(row.slice(0, at))?.[1] ?? form.after?.exec(behind)?.[1];
    if (owner !== undefined) return owner;
  }
  return undefined;
}
