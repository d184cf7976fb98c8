import {
  ACT_ALIAS,
  ACT_BODY,
  ACT_DECLARATION,
  ACT_DEFINITION,
  ACT_EXPORT,
  ACT_IGNORE,
  ACT_IMPORTED,
  ACT_IMPORTED_DEFAULT,
  ACT_LOCAL,
  ACT_LOCAL_HERE,
  ACT_NAME,
  ACT_NONE,
  ACT_ORIGINAL,
  ACT_PRIVATE,
  ACT_REFERENCE,
  ACT_WORD,
  BOUNDARY,
  COMMENT,
  CONTAINER,
  EXPORTED,
  HIDEABLE,
  IGNORED,
  IS_ADJACENT,
  IS_FIRST,
  IS_LAST,
  IS_ONCE,
  IS_OPTIONAL,
  KIND_CONTAINER,
  KIND_VARIABLE,
  LOCAL,
  NAMED,
  PRIVATE,
  REFERENCE,
  SCOPE,
  TRANSPARENT,
} from '../node-bits';
import {
  addBits,
  bitsOf,
  clearMarks,
  endOf,
  fieldOf,
  markOf,
  markOnce,
  nextOf,
  outerOf,
  setMark,
  setOuter,
  startOf,
  typeOf,
} from './columns';

/**
 * Runs a language's compiled patterns over the columns, in one pass. Patterns are records of 32-bit words that
 * ../pack-patterns.ts lays out. What a match means for marks and scopes is done here, since the pass goes by it; what it
 * means else is told as it is found, in the order of the source.
 */

/** ../matches.ts takes these. */
declare function remark(node: i32): void;
declare function definition(kind: i32, name: i32, node: i32, bodyStart: i32, isWeak: i32): void;
/** Where the body of the last `count` definitions starts. */
declare function body(count: i32, start: i32): void;
declare function local(node: i32, scope: i32): void;
declare function found(action: i32, node: i32): void;
/** Whether a text, by its offsets, and the one that it is compared with, if any, pass the test of that number. */
declare function passes(test: i32, start: i32, end: i32, otherStart: i32, otherEnd: i32): bool;

/** Words of a pattern. */
const ACCEPTS: usize = 0;
const FIELD: usize = 4;
const SHAPE: usize = 8;
const MARK: usize = 12;
const CHILDREN: usize = 16;
const ABSENT_FIELDS: usize = 20;
const CAPTURES: usize = 24;
const CONDITIONS: usize = 28;
/** Words of a capture. */
const ACTION: usize = 0;
const KIND: usize = 4;
const KIND_BITS: usize = 8;
const CAPTURE_NAME: usize = 12;
const CAPTURE_BYTES: usize = 16;
/** Words of a condition. */
const CONDITION_NAME: usize = 0;
const OTHER_NAME: usize = 4;
const IS_NEGATED: usize = 8;
const TEST: usize = 12;
const CONDITION_BYTES: usize = 16;

let flags: usize = 0;
let bodyField = 0;
/** What the match at hand has captured: node and capture in turn. */
let captured: usize = 0;
let maxCaptured = 0;
let capturedCount = 0;
let isFull = false;
/** The innermost node that bounds visibility, -1 outside of all. */
let boundary = -1;
/** The node whose body was asked for last, and where that starts: a declaration of many names asks for each. */
let asked = -1;
let askedBody = -1;

function typeFlags(node: i32): i32 {
  return <i32>load<u8>(flags + <usize>typeOf(node));
}

/** A list is a count and the words behind it. */
function lengthOf(list: usize): i32 {
  return load<i32>(list);
}

function itemOf(list: usize, index: i32): i32 {
  return load<i32>(list + 4 + ((<usize>index) << 2));
}

function capturedNode(index: i32): i32 {
  return load<i32>(captured + ((<usize>index) << 3));
}

function captureAt(index: i32): usize {
  return <usize>load<u32>(captured + ((<usize>index) << 3) + 4);
}

/**
 * False where there was no room for all captures of a match: again, with more. `patternsOfType`: by node type, a list
 * of patterns. `markOfType`: what all that the patterns of a type come to is, 0 where there is more to it.
 */
export function matchPatterns(
  count: i32,
  typeFlagTable: usize,
  patternsOfType: usize,
  markOfType: usize,
  fieldOfBodies: i32,
  captureRoom: usize,
  captureCapacity: i32,
): bool {
  flags = typeFlagTable;
  bodyField = fieldOfBodies;
  captured = captureRoom;
  maxCaptured = captureCapacity;
  isFull = false;
  boundary = -1;
  asked = -1;
  clearMarks(count);
  for (let node = 0; node < count; node++) {
    const type = typeOf(node);
    const mark = <i32>load<u8>(markOfType + <usize>type);
    if (mark !== 0) markOnce(node, mark);
    while (boundary >= 0 && nextOf(boundary) <= node) boundary = outerOf(boundary);
    const flag = typeFlags(node);
    if ((flag & COMMENT) !== 0) remark(node);
    if (mark === 0) tryPatterns(<usize>load<u32>(patternsOfType + ((<usize>type) << 2)), node);
    if (isFull) return false;
    if ((flag & SCOPE) !== 0 || (bitsOf(node) & CONTAINER) !== 0) {
      setOuter(node, boundary);
      boundary = node;
      addBits(node, BOUNDARY);
    }
  }
  return true;
}

function tryPatterns(patterns: usize, node: i32): void {
  const length = lengthOf(patterns);
  for (let i = 0; i < length; i++) {
    const pattern = <usize>itemOf(patterns, i);
    const mark = load<i32>(pattern + MARK);
    capturedCount = 0;
    if (mark !== 0) markOnce(node, mark);
    else if (matchesNode(pattern, node)) apply(node);
  }
}

/** Gathers the captures of a match. */
function matchesNode(pattern: usize, node: i32): bool {
  const absentFields = <usize>load<u32>(pattern + ABSENT_FIELDS);
  for (let i = 0, length = lengthOf(absentFields); i < length; i++)
    if (hasField(node, itemOf(absentFields, i))) return false;
  const from = capturedCount;
  const captures = <usize>load<u32>(pattern + CAPTURES);
  for (let i = 0, length = lengthOf(captures); i < length; i++)
    capture(node, captures + 4 + <usize>i * CAPTURE_BYTES);
  const children = <usize>load<u32>(pattern + CHILDREN);
  let after = -1;
  for (let i = 0, length = lengthOf(children); i < length; i++) {
    const child = <usize>itemOf(children, i);
    after = matchesChildren(child, node, after);
    if (after < 0 && (load<i32>(child + SHAPE) & IS_OPTIONAL) === 0) return false;
  }
  const conditions = <usize>load<u32>(pattern + CONDITIONS);
  for (let i = 0, length = lengthOf(conditions); i < length; i++)
    if (!holds(conditions + 4 + <usize>i * CONDITION_BYTES, from)) return false;
  return true;
}

function capture(node: i32, what: usize): void {
  if (capturedCount === maxCaptured) {
    isFull = true;
    return;
  }
  const at = captured + ((<usize>capturedCount) << 3);
  capturedCount++;
  store<i32>(at, node);
  store<u32>(at + 4, <u32>what);
}

/** Where the last child that fits ends, or -1. `after`: the same of the pattern before. */
function matchesChildren(pattern: usize, node: i32, after: i32): i32 {
  const accepts = <usize>load<u32>(pattern + ACCEPTS);
  const field = load<i32>(pattern + FIELD);
  const shape = load<i32>(pattern + SHAPE);
  const end = nextOf(node);
  let found = -1;
  for (let child = node + 1; child < end; ) {
    const type = typeOf(child);
    const next = nextOf(child);
    if (
      ((load<i32>(accepts + ((<usize>(type >>> 5)) << 2)) >>> (type & 31)) & 1) !== 0 &&
      (field === 0 || fieldOf(child) === field) &&
      ((shape & IS_FIRST) === 0 || child === node + 1) &&
      ((shape & IS_LAST) === 0 || next === end) &&
      ((shape & IS_ADJACENT) === 0 || child === after)
    ) {
      const kept = capturedCount;
      if (matchesNode(pattern, child)) {
        if ((shape & IS_ONCE) !== 0) return next;
        found = next;
      } else capturedCount = kept;
    }
    child = (typeFlags(child) & TRANSPARENT) !== 0 ? child + 1 : next;
  }
  return found;
}

function hasField(node: i32, wanted: i32): bool {
  const end = nextOf(node);
  for (let child = node + 1; child < end; child = nextOf(child)) if (fieldOf(child) === wanted) return true;
  return false;
}

function holds(condition: usize, from: i32): bool {
  const isNegated = load<i32>(condition + IS_NEGATED) !== 0;
  const node = firstCaptured(load<i32>(condition + CONDITION_NAME), from);
  if (node < 0) return isNegated;
  const other = firstCaptured(load<i32>(condition + OTHER_NAME), from);
  const otherStart = other < 0 ? 0 : startOf(other);
  const otherEnd = other < 0 ? 0 : endOf(other);
  return passes(load<i32>(condition + TEST), startOf(node), endOf(node), otherStart, otherEnd) !== isNegated;
}

function firstCaptured(name: i32, from: i32): i32 {
  for (let at = from; at < capturedCount; at++)
    if (load<i32>(captureAt(at) + CAPTURE_NAME) === name) return capturedNode(at);
  return -1;
}

/** A definition's name may be captured several times, its body before, between or behind them. */
function apply(outermost: i32): void {
  let kind = 0;
  let kindBits = 0;
  let node = -1;
  let isWeak = false;
  let defined = 0;
  for (let i = 0; i < capturedCount; i++) {
    const what = captureAt(i);
    const action = load<i32>(what + ACTION);
    const at = capturedNode(i);
    if (action === ACT_DEFINITION || action === ACT_DECLARATION) {
      kind = load<i32>(what + KIND);
      kindBits = load<i32>(what + KIND_BITS);
      node = at;
      isWeak = action === ACT_DECLARATION;
      defined = 0;
    } else if (action === ACT_NAME && node >= 0) {
      if (define(kind, kindBits, at, node, isWeak)) defined++;
    } else if (action === ACT_BODY && node >= 0) {
      body(defined, startOf(at));
    } else act(action, at, outermost);
  }
}

function act(action: i32, node: i32, outermost: i32): void {
  switch (action) {
    case ACT_LOCAL:
      if (markOf(node) === 0) bind(node, innermostScope());
      return;
    case ACT_LOCAL_HERE:
      if (markOf(node) === 0) bind(node, outermost);
      return;
    case ACT_IGNORE:
      markOnce(node, IGNORED);
      return;
    case ACT_REFERENCE:
      markOnce(node, HIDEABLE);
      return;
    case ACT_WORD:
      markOnce(node, REFERENCE);
      return;
    case ACT_EXPORT:
      addBits(node, EXPORTED);
      return;
    case ACT_PRIVATE:
      addBits(node, PRIVATE);
      return;
    case ACT_NAME:
    case ACT_BODY:
    case ACT_NONE:
      return;
    case ACT_IMPORTED:
    case ACT_ORIGINAL:
      markOnce(node, REFERENCE);
      break;
    case ACT_IMPORTED_DEFAULT:
      markOnce(node, HIDEABLE);
      break;
    case ACT_ALIAS:
      markOnce(node, IGNORED);
      break;
  }
  found(action, node);
}

/** Whether it is a definition, and neither a local nor taken already nor made up by error recovery. */
function define(kind: i32, kindBits: i32, name: i32, node: i32, isWeak: bool): bool {
  if (markOf(name) !== 0 || startOf(name) === endOf(name)) return false;
  if ((isWeak || (kindBits & KIND_VARIABLE) !== 0) && isInScope()) {
    bind(name, innermostScope());
    return false;
  }
  setMark(name, NAMED);
  if ((kindBits & KIND_CONTAINER) !== 0) addBits(node, CONTAINER);
  definition(kind, name, node, bodyOf(node), isWeak ? 1 : 0);
  return true;
}

function bind(node: i32, scope: i32): void {
  setMark(node, LOCAL);
  local(node, scope);
}

function isInScope(): bool {
  return boundary >= 0 && (bitsOf(boundary) & CONTAINER) === 0;
}

function innermostScope(): i32 {
  for (let node = boundary; node >= 0; node = outerOf(node)) if ((typeFlags(node) & SCOPE) !== 0) return node;
  return -1;
}

function bodyOf(node: i32): i32 {
  if (bodyField === 0) return -1;
  if (node !== asked) {
    asked = node;
    askedBody = findBody(node);
  }
  return askedBody;
}

function findBody(node: i32): i32 {
  const end = nextOf(node);
  for (let child = node + 1; child < end; child = nextOf(child))
    if (fieldOf(child) === bodyField) return startOf(child);
  return -1;
}
