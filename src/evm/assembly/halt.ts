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
