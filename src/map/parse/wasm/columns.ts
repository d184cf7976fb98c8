/**
 * Where the columns of a tree lie (../syntax.ts), and three more: what a node is taken for (its mark), what is known of
 * it (its bits), and for a node that bounds visibility the next such node around it.
 */
let starts: usize = 0;
let ends: usize = 0;
let nexts: usize = 0;
let parents: usize = 0;
let previouses: usize = 0;
let outers: usize = 0;
let types: usize = 0;
let fields: usize = 0;
let marks: usize = 0;
let bits: usize = 0;

export let capacity: i32 = 0;

/** One behind the other from `base` on, each of `room` nodes; ../matcher-memory.ts lays its views over the same places. */
export function useColumns(base: usize, room: i32): void {
  const nodes = <usize>room;
  capacity = room;
  starts = base;
  ends = starts + nodes * 4;
  nexts = ends + nodes * 4;
  parents = nexts + nodes * 4;
  previouses = parents + nodes * 4;
  outers = previouses + nodes * 4;
  types = outers + nodes * 4;
  fields = types + nodes * 2;
  marks = fields + nodes * 2;
  bits = marks + nodes;
}

export function startOf(node: i32): i32 {
  return load<i32>(starts + ((<usize>node) << 2));
}

export function setStart(node: i32, offset: i32): void {
  store<i32>(starts + ((<usize>node) << 2), offset);
}

export function endOf(node: i32): i32 {
  return load<i32>(ends + ((<usize>node) << 2));
}

export function setEnd(node: i32, offset: i32): void {
  store<i32>(ends + ((<usize>node) << 2), offset);
}

export function nextOf(node: i32): i32 {
  return load<i32>(nexts + ((<usize>node) << 2));
}

export function setNext(node: i32, next: i32): void {
  store<i32>(nexts + ((<usize>node) << 2), next);
}

export function parentOf(node: i32): i32 {
  return load<i32>(parents + ((<usize>node) << 2));
}

export function setParent(node: i32, parent: i32): void {
  store<i32>(parents + ((<usize>node) << 2), parent);
}

export function setPrevious(node: i32, previous: i32): void {
  store<i32>(previouses + ((<usize>node) << 2), previous);
}

export function outerOf(node: i32): i32 {
  return load<i32>(outers + ((<usize>node) << 2));
}

export function setOuter(node: i32, outer: i32): void {
  store<i32>(outers + ((<usize>node) << 2), outer);
}

export function typeOf(node: i32): i32 {
  return load<u16>(types + ((<usize>node) << 1));
}

export function setType(node: i32, type: i32): void {
  store<u16>(types + ((<usize>node) << 1), <u16>type);
}

export function fieldOf(node: i32): i32 {
  return load<u16>(fields + ((<usize>node) << 1));
}

export function setField(node: i32, field: i32): void {
  store<u16>(fields + ((<usize>node) << 1), <u16>field);
}

export function markOf(node: i32): i32 {
  return load<u8>(marks + <usize>node);
}

export function setMark(node: i32, mark: i32): void {
  store<u8>(marks + <usize>node, <u8>mark);
}

/** The first mark stays. */
export function markOnce(node: i32, mark: i32): void {
  if (markOf(node) === 0) setMark(node, mark);
}

export function bitsOf(node: i32): i32 {
  return load<u8>(bits + <usize>node);
}

export function addBits(node: i32, more: i32): void {
  store<u8>(bits + <usize>node, <u8>(bitsOf(node) | more));
}

export function clearMarks(count: i32): void {
  memory.fill(marks, 0, <usize>count);
  memory.fill(bits, 0, <usize>count);
}
