import { createRequire } from 'node:module';
import { getHeapStatistics } from 'node:v8';

/** Milliseconds between two looks at the heap. */
const checkInterval = 1_000;
const megabyte = 1024 * 1024;

/**
 * Bytes that the heap has taken since the last collection, from which on they are worth a pause, by the part of the time
 * that the main thread works at most: it does nothing, or little.
 */
const worthCollecting = [
  { work: 0.005, bytes: 4 * megabyte },
  { work: 0.05, bytes: 24 * megabyte },
];

/** The pause grows with the heap: less than this part of it is not worth one either. */
const leastShare = 1 / 16;

/**
 * Collects garbage while the node has little to do, and returns memory to the system. V8 itself waits until the heap
 * has grown much further, and keeps the 32 MB of the young generation that a load has made it take: after 7,500
 * transfers a quiet node kept 158 MB, with this 119 (measured). The pause is some 70 ms for a heap of 100 MB. A busy
 * node is left to V8.
 */
export function openIdleCollection(interval = checkInterval): { close(): Promise<void> } {
  let least = getHeapStatistics().total_physical_size;
  let before = performance.eventLoopUtilization();
  const look = async () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const held = getHeapStatistics().total_physical_size;
    least = Math.min(least, held);
    const taken = held - least;
    if (taken < held * leastShare) return;
    if (!worthCollecting.some(({ work, bytes }) => utilization <= work && taken > bytes)) return;
    await collectAll();
    least = getHeapStatistics().total_physical_size; // what it could not return does not count again
  };
  const timer = setInterval(() => {
    look().catch(() => clearInterval(timer)); // a Node built without inspector: V8 alone collects
  }, interval).unref();
  return { close: async () => clearInterval(timer) };
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
