import { Fork } from './generated/enums';

/** State of the run as a whole. */

export let fork: i32 = Fork.CANCUN;

/**
 * Counts runs. Every record holds the epoch in which it was last used; its fields of one transaction (warmth, original
 * value, …) count as unset when that is not the current epoch.
 */
export let epoch: u32 = 0;

/**
 * Counts the possible changes of the TypeScript state. A record of an older generation must be loaded again before its
 * value is used.
 */
export let generation: u32 = 1;

/** Whether a tracer receives frames and logs; steps are traced by decoding with step instructions. */
export let isTracing: bool = false;
export let isStepTracing: bool = false;

/** Gas until the next call of `sliceEnded`. */
export let sliceLeft: i64 = 0;
let sliceSize: i64 = 0;

/** The refund counter (EIP-3529). */
export let refund: i64 = 0;

/** Begins a run of one or more transactions. `slice`: gas after which `sliceEnded` is called. */
export function beginSlices(runFork: i32, slice: i64): void {
  fork = runFork;
  sliceSize = slice;
  sliceLeft = slice;
}

/** Begins a transaction: what records hold of an earlier one (warmth, original values) counts as unset. */
export function beginEpoch(): void {
  epoch++;
  refund = 0;
}

/**
 * Whether the tables are to be dropped because the counters of 32 bits have come halfway: a counter that wraps would
 * make a record of long ago, or a new one, count as up to date. One run or one list of plain transactions cannot count
 * through the other half.
 */
export function areCountersHigh(): bool {
  return (epoch | generation) >> 31 != 0;
}

/** Resets the counters. Only while the tables, whose records hold the counters, are empty. */
export function resetCounters(): void {
  epoch = 0;
  generation = 1;
}

/** Sets whether the host is called at each call and at each step. */
export function setTracing(calls: bool, steps: bool): void {
  isTracing = calls;
  isStepTracing = steps;
}

/** Invalidates every cached value: it is loaded again before its next use. */
export function invalidateValues(): void {
  generation++;
}

/** Takes gas from the slice. */
@inline
export function chargeSlice(gas: i64): void {
  sliceLeft -= gas;
}

/** Begins a new slice. */
export function refillSlice(): void {
  sliceLeft = sliceSize;
}

/** Adds to the refund counter; negative to take away (EIP-3529). */
@inline
export function addRefund(gas: i64): void {
  refund += gas;
}

/** Sets the refund counter, as when a frame reverts. */
export function setRefund(gas: i64): void {
  refund = gas;
}
