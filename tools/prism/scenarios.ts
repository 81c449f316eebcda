import type { Scenario } from './simulate.ts';

/** Gas per second that fills half of each block of two seconds at the lowest price. */
const usualGasPerSecond = 25_000_000;

/** The scenarios by which the gains are chosen and which the page shows. */
export const scenarios: readonly Scenario[] = [
  {
    name: 'slow-machine',
    title: 'Load on a machine that executes 20 million gas a second',
    demand: (block) => (block > 100 && block <= 400 ? 4 * usualGasPerSecond : usualGasPerSecond / 5),
    speed: 20_000_000,
    blocks: 600,
  },
  {
    name: 'bursts',
    title: 'Bursts of load on a machine that executes 40 million gas a second',
    demand: (block) => (block > 60 && block % 120 < 40 ? 12 * usualGasPerSecond : usualGasPerSecond / 5),
    speed: 40_000_000,
    blocks: 600,
  },
];
