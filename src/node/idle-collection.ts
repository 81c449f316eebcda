import { createRequire } from 'node:module';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds between two looks at the heap. */
const checkIntervalMs = 1_000;
const megabyte = 1024 * 1024;

/**
 * Minimum bytes to collect, by how busy the main thread is. `work`: the part of its time that it works at most.
 */
const worthCollecting = [
  { work: 0.005, bytes: 4 * megabyte },
  { work: 0.05, bytes: 24 * megabyte },
];

/**
 * Bytes that buffers outside of the heap take more than they once did, and the part of the time that the main thread
 * works at most. V8 frees what connections that have left had sent only when further buffers are made.
 */
const worthCollectingBuffers = { work: 0.5, bytes: 64 * megabyte };
/** Bytes that a collection for the sake of buffers has to return; and milliseconds until the next, doubled if it did not. */
const leastReturnBytes = 16 * megabyte;
const firstDelayMs = 5_000;
const longestDelayMs = 600_000;

/** Decides when buffers are worth a collection: they may be in use, which only a collection shows. */
class BufferWatch {
  #least = getHeapStatistics().external_memory;
  #delay = firstDelayMs;
  #nextAt = 0;

  isWorth(utilization: number): boolean {
    const { external_memory: held } = getHeapStatistics();
    this.#least = Math.min(this.#least, held);
    const { work, bytes } = worthCollectingBuffers;
    return utilization <= work && held - this.#least > bytes && performance.now() >= this.#nextAt;
  }

  /** Called after each collection. */
  recordCollection(before: number): void {
    const returned = before - getHeapStatistics().external_memory;
    this.#delay = returned >= leastReturnBytes ? firstDelayMs : Math.min(longestDelayMs, 2 * this.#delay);
    this.#nextAt = performance.now() + this.#delay;
  }
}

/** The pause grows with the heap: less than this part of it is not worth one either. */
const leastShare = 1 / 16;

/** Bytes of objects in use beyond which a collection as if memory were short, which goes through all of them twice, takes long. */
const longPauseBytes = 64 * megabyte;

/**
 * Collects garbage while the node has little to do, and returns memory to the system. V8 itself waits until the heap
 * has grown much further, and keeps the 32 MB of the young generation that a load has made it take: after 7,500
 * transfers a quiet node kept 158 MB, with this 119 (measured). The pause is some 70 ms for a heap of 100 MB, and half
 * of it where more than that is in use, and for the sake of buffers, since the node may be half busy then: 2,000 waiting
 * transactions of clients that had left made it 234 ms, with this 59 (measured). A busy node is left to V8.
 */
export function openIdleCollection(interval = checkIntervalMs): { close(): Promise<void> } {
  let least = getHeapStatistics().total_physical_size;
  let inUse = getHeapStatistics().used_heap_size;
  const buffers = new BufferWatch();
  let before = performance.eventLoopUtilization();
  const look = async () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const { total_physical_size: held, external_memory: external } = getHeapStatistics();
    least = Math.min(least, held);
    const taken = held - least;
    const isHeapWorth =
      taken >= held * leastShare && worthCollecting.some(({ work, bytes }) => utilization <= work && taken > bytes);
    if (!isHeapWorth && !buffers.isWorth(utilization)) return;
    if (!isHeapWorth || inUse > longPauseBytes) collectOnce();
    else await collectAll();
    const { total_physical_size, used_heap_size } = getHeapStatistics();
    least = total_physical_size; // what it could not return does not count again
    inUse = used_heap_size;
    buffers.recordCollection(external);
  };
  const timer = setInterval(() => {
    look().catch(() => clearInterval(timer)); // a Node built without inspector: V8 alone collects
  }, interval).unref();
  return { close: async () => clearInterval(timer) };
}

/** Collects once. Keeps the young generation as large as it is. */
function collectOnce(): void {
  setFlagsFromString('--expose-gc'); // for contexts that are made from now on
  const gc: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof gc === 'function') gc();
}

/** Collects as if memory were short, which only the inspector can ask V8 for: `gc` of --expose-gc returns less. */
async function collectAll(): Promise<void> {
  // loaded here, because a start does without it
  const { Session }: typeof import('node:inspector') = createRequire(import.meta.url)('node:inspector');
  const session = new Session();
  session.connect();
  await new Promise<void>((resolve) => {
    session.post('HeapProfiler.collectGarbage', () => {
      setImmediate(() => session.disconnect()); // never within its own callback: Node 20 waits for ever
      resolve();
    });
  });
}
