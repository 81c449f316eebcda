import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Lets V8 collect its garbage now, and not while something is measured. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
}

/** Bytes that this process uses, in the JavaScript heap and in buffers, after garbage collection. */
export function usedBytes(): number {
  collectGarbage();
  collectGarbage(); // what finalizers of the first run released
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
