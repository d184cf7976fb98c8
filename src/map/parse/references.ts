import type { Reference } from '../model.ts';
import type { Matches } from './matches.ts';
import type { Names } from './names.ts';
import { HIDEABLE, REFERENCE } from './node-bits.ts';
import type { Lines } from './rows.ts';
import type { Syntax } from './syntax.ts';
import type { WordScan } from './words.ts';

/** One entry a name, in order of first use. `loose`: uses without a node, as indices of tokens (loose-words.ts). */
export function referencesOf(
  names: Names,
  syntax: Syntax,
  matches: Matches,
  lines: Lines,
  scan: WordScan,
  loose: readonly number[],
): Reference[] {
  const hidden = hiddenSpans(names, syntax, matches);
  const renamed = renamedNames(names, matches);
  const found = new Map<number, { name: string; count: number; line: number }>();
  const add = (id: number, at: number) => {
    const known = found.get(id);
    if (known) known.count++;
    else found.set(id, { name: names.text(id), count: 1, line: lines.at(at) });
  };
  let pending = 0;
  const addLooseBefore = (offset: number) => {
    for (; pending < loose.length; pending++) {
      const at = scan.tokenStart[loose[pending] as number] as number;
      if (at >= offset) return;
      const id = scan.tokenId[loose[pending] as number] as number;
      if (!hidden.get(id)?.covers(at)) add(id, at);
    }
  };
  const { marks } = matches;
  for (let node = 0; node < syntax.count; node++) {
    const mark = marks[node] as number;
    if (mark < HIDEABLE) continue;
    const written = names.idOf(node);
    if (written < 0) continue;
    const start = syntax.start[node] as number;
    if (pending < loose.length) addLooseBefore(start);
    if (mark !== REFERENCE && hidden.get(written)?.covers(start)) continue;
    add(mark === HIDEABLE ? (renamed.get(written) ?? written) : written, start);
  }
  addLooseBefore(Number.MAX_SAFE_INTEGER);
  return [...found.values()];
}

/** Names that the file imports under others: by the id of the alias, the id of the name itself. */
function renamedNames(names: Names, { imports }: Matches): Map<number, number> {
  const renamed = new Map<number, number>();
  for (const { renames } of imports)
    for (const [alias, original] of renames) renamed.set(names.idOf(alias), names.idOf(original));
  return renamed;
}

function hiddenSpans(names: Names, syntax: Syntax, { locals }: Matches): Map<number, ScopeSpans> {
  const spans = new Map<number, ScopeSpans>();
  for (const { node, scope } of locals) {
    const id = names.idOf(node);
    if (id < 0) continue;
    let known = spans.get(id);
    if (!known) {
      known = new ScopeSpans();
      spans.set(id, known);
    }
    if (scope < 0) known.add(0, Number.MAX_SAFE_INTEGER);
    else known.add(syntax.start[scope] as number, syntax.end[scope] as number);
  }
  return spans;
}

/** The scopes that bind one name. Asked at rising offsets; scopes nest or are apart, so one farthest end answers. */
class ScopeSpans {
  private readonly spans: [start: number, end: number][] = [];
  private at = -1;
  private farthest = 0;

  add(start: number, end: number): void {
    this.spans.push([start, end]);
  }

  covers(offset: number): boolean {
    if (this.at < 0) {
      this.spans.sort((a, b) => a[0] - b[0]);
      this.at = 0;
    }
    for (let span = this.spans[this.at]; span && span[0] <= offset; span = this.spans[++this.at])
      this.farthest = Math.max(this.farthest, span[1]);
    return offset < this.farthest;
  }
}
