import { Halt } from './generated/enums';

/** The reason of the last halt. */
export let haltReason: i32 = Halt.NONE;

/**
 * Records the reason and returns a negative amount of gas. Every function that charges gas and returns what is left
 * reports in this way that the frame halts.
 */
export function halt(reason: i32): i64 {
  haltReason = reason;
  return -1;
}

/** Frames so far that whoever began the message may have starved: without gas, or with too many frames around them. */
export let starvedFrames: i32 = 0;

/** Counts such a frame. */
export function countStarved(): void {
  starvedFrames += 1;
}

/** Whether a frame that halts for this reason would do otherwise with more gas, or with fewer frames around it. */
export function isStarved(reason: i32): bool {
  return reason == Halt.OUT_OF_GAS || reason == Halt.CODE_STORAGE_GAS || reason == Halt.CALL_DEPTH;
}
