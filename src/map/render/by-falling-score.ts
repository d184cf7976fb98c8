/**
 * Indices by falling score, equals in their order. A heap gives them one by one: of the fifty thousand macros of a header
 * one is shown, so they are not sorted for it.
 */
export function* byFallingScore(scores: Float64Array): Generator<number, void> {
  const heap = new Int32Array(scores.length);
  for (let at = 0; at < heap.length; at++) heap[at] = at;
  for (let at = (heap.length >> 1) - 1; at >= 0; at--) sink(heap, heap.length, at, scores);
  for (let size = heap.length; size > 0; size--) {
    yield heap[0] as number;
    heap[0] = heap[size - 1] as number;
    sink(heap, size - 1, 0, scores);
  }
}

/** Moves the entry at `at` down until none below it comes before it. */
function sink(heap: Int32Array, size: number, at: number, scores: Float64Array): void {
  const moved = heap[at] as number;
  let place = at;
  for (let child = 2 * place + 1; child < size; child = 2 * place + 1) {
    if (child + 1 < size && comesBefore(heap[child + 1] as number, heap[child] as number, scores)) child++;
    if (!comesBefore(heap[child] as number, moved, scores)) break;
    heap[place] = heap[child] as number;
    place = child;
  }
  heap[place] = moved;
}

function comesBefore(a: number, b: number, scores: Float64Array): boolean {
  const difference = (scores[a] as number) - (scores[b] as number);
  return difference > 0 || (difference === 0 && a < b);
}
