import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from '../attack.ts';

const pauseMs = 8_000;

/** A host whose wall clock is set back by an hour and forward again while blocks are made. */
export const clock: Attack = {
  summary: 'a wall clock that is set back by an hour and forth again: blocks must follow',
  preload: new URL('../../../testing/node/shifting-date.js', import.meta.url).href,
  disturbHost: async (node) => {
    for (let time = 0; time < 2; time++) {
      node.process.kill('SIGUSR2');
      await sleep(pauseMs);
    }
  },
};
