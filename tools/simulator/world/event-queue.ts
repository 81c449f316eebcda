import type { SimulatedEvent } from './scheduler.ts';

/** Events by time, and those of one time in the order in which they were added: a binary heap. */
export class EventQueue {
  readonly #heap: SimulatedEvent[] = [];
  #added = 0;

  /** Events that were added since the beginning. */
  get added(): number {
    return this.#added;
  }

  push(event: SimulatedEvent): void {
    this.#added++;
    const heap = this.#heap;
    let at = heap.length;
    heap.push(event);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || !isBefore(event, parent)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = event;
  }

  pop(): SimulatedEvent | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (last === undefined || first === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      let child = heap[below];
      if (child === undefined) break;
      const right = heap[below + 1];
      if (right !== undefined && isBefore(right, child)) {
        child = right;
        below++;
      }
      if (!isBefore(child, last)) break;
      heap[at] = child;
      at = below;
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(left: SimulatedEvent, right: SimulatedEvent): boolean {
  return left.at < right.at || (left.at === right.at && left.number < right.number);
}
