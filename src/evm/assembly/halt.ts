import { Halt } from './generated/enums';

/** The reason of the newest halt. */
export let haltReason: i32 = Halt.NONE;

/**
 * Notes the reason and returns a negative amount of gas: that is how every function that takes gas and returns what is
 * left tells its caller that the frame halts.
 */
export function halt(reason: i32): i64 {
  haltReason = reason;
  return -1;
}
