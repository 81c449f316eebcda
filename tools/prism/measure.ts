import type { SimulatedBlock } from './simulate.ts';

/** How far a run was from its targets. */
export type Deviation = {
  /** mean milliseconds that a block came later than the default target */
  readonly late: number;
  /** part of the blocks that took more than a quarter longer than the default target */
  readonly lateBlocks: number;
  /** part of the blocks that were at least 90 % full */
  readonly full: number;
  /** mean relative change of the price from one block to the next */
  readonly jumps: number;
  /** highest price, as a multiple of the lowest */
  readonly highest: number;
  /** mean price above the lowest, as a multiple of it, in blocks that are less than 20 % full */
  readonly idlePrice: number;
  /** mean utilisation, as part of the gas limit */
  readonly utilization: number;
};

/** Compares simulated blocks with the target block time, in milliseconds. */
export function deviationOf(blocks: readonly SimulatedBlock[], target: number): Deviation {
  const mean = (value: (block: SimulatedBlock, at: number) => number) =>
    blocks.reduce((sum, block, at) => sum + value(block, at), 0) / blocks.length;
  const jump = ({ price }: SimulatedBlock, at: number) => {
    const before = blocks[at - 1]?.price ?? price;
    return Math.abs(price - before) / before;
  };
  return {
    late: mean(({ time }) => Math.max(0, time - target)),
    lateBlocks: mean(({ time }) => (time > target * 1.25 ? 1 : 0)),
    full: mean(({ utilization }) => (utilization >= 0.9 ? 1 : 0)),
    jumps: mean(jump),
    highest: blocks.reduce((most, { price }) => Math.max(most, price), 1),
    idlePrice: mean(({ utilization, price }) => (utilization < 0.2 ? price - 1 : 0)),
    utilization: mean(({ utilization }) => utilization),
  };
}

/** The cost that the search minimises: late blocks, jumps of the price and idle capacity. */
export function costOf(
  { late, lateBlocks, full, jumps, highest, idlePrice, utilization }: Deviation,
  idle: number,
): number {
  const price = 10 * jumps + highest / 200 + idlePrice / 5;
  return late / 1_000 + lateBlocks + full + price + 4 * Math.max(0, idle - utilization);
}
