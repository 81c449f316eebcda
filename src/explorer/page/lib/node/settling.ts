import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { firstReads } from './query.ts';

/** Whether the page shows what it reads first: until then its parts would push each other around as they arrive. */
export const isSettled = signal(false);

/** Milliseconds between two looks at what is still being read. */
const tickMs = 40;
/** Looks in a row at which nothing is being read: what has arrived may ask for more. */
const quiet = 2;
/** Milliseconds after which a page is shown as far as it is. */
const patienceMs = 2_500;

/** Hides the content of a new page, named by `path`, until its first reads have ended. */
export function useSettling(path: string, isLoaded: boolean): void {
  useLayoutEffect(() => {
    isSettled.value = false;
    const start = performance.now();
    let looks = 0;
    const timer = setInterval(() => {
      looks = firstReads.peek() === 0 && isLoaded ? looks + 1 : 0;
      if (looks < quiet && performance.now() - start < patienceMs) return;
      isSettled.value = true;
      clearInterval(timer);
    }, tickMs);
    return () => clearInterval(timer);
  }, [path, isLoaded]);
}
