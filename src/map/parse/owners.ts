import type { Definition } from '../model.ts';
import type { MatchedDefinition, MatchedMembers } from './matches.ts';
import type { Syntax } from './syntax.ts';

/** Of a definition that is not written inside of its type; `owner` is '' for a type without a name: `impl T for [u8]`. */
export type Owner = Pick<Definition, 'owner' | 'implementing'>;

/** By index into `nested` (pre-order): what the innermost @members around it say, where no definition is between. */
export function ownersOf(
  source: string,
  nested: readonly MatchedDefinition[],
  enclosing: Int32Array,
  { start, end, next }: Syntax,
  members: readonly MatchedMembers[],
): readonly (Owner | undefined)[] {
  if (members.length === 0) return [];
  const owners = members.map(({ owner, trait }): Owner | undefined => {
    const name = owner < 0 ? '' : typeName(source.slice(start[owner], end[owner]));
    if (trait >= 0) return { owner: name, implementing: true };
    return name === '' ? undefined : { owner: name };
  });
  const open: number[] = [];
  let opened = 0;
  const nodeOf = (at: number | undefined) => (at === undefined ? -1 : (members[at] as MatchedMembers).node);
  return nested.map(({ node }, index) => {
    while (opened < members.length && nodeOf(opened) <= node) open.push(opened++);
    while (open.length > 0 && (next[nodeOf(open.at(-1))] as number) <= node) open.pop();
    const innermost = open.at(-1);
    return innermost !== undefined && isBeyond(nodeOf(innermost), nested[enclosing[index] as number])
      ? owners[innermost]
      : undefined;
  });
}

/** Whether @members says it of what stands directly in the outer definition, and not of that: an extension says both. */
const isBeyond = (members: number, outer: MatchedDefinition | undefined): boolean =>
  outer === undefined || outer.node < members || (outer.node === members && outer.kind === 'extension');

const LONGEST_TYPE = 200;
const ARGUMENTS = /<[^<>]*>|\[[^[\]]*\]|\([^()]*\)/g;
/** What a member is assigned to that is no type. */
const NO_TYPES = new Set([
  'this',
  'self',
  'exports',
  'module',
  'mut',
  'const',
  'window',
  'global',
  'globalThis',
]);

/** The last word of a type, or of what stands for one: `&mut a::Foo<T>` is Foo, `Foo.prototype` too. */
function typeName(written: string): string {
  let plain = written.slice(0, LONGEST_TYPE);
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(ARGUMENTS, '');
  }
  const name = /([\p{L}\p{N}_$]+)(?:\.prototype)?\W*$/u.exec(plain)?.[1] ?? '';
  return NO_TYPES.has(name) ? '' : name;
}
