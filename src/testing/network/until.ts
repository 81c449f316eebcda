import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until a condition holds; throws an Error that names the condition after a time that only a stalled network
 * needs, however busy the machine is.
 */
export async function until(
  condition: () => Promise<boolean> | boolean,
  what: string,
  milliseconds = 180_000,
): Promise<void> {
  const end = performance.now() + milliseconds;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`waited ${milliseconds} ms for ${what}`);
    await sleep(50);
  }
}
