import type { EndBlockContext } from '../../kernel/module.ts';
import type { StateView } from '../../state/types.ts';

/** What this module needs of other modules; `modules/index.ts` provides it. */
export type Dependencies = {
  /** Lets those who delegate earn wei that are in the reward pool. */
  rewardStakers(context: EndBlockContext, wei: bigint): void;
  /** milliseconds from one block to the next, as the chain aims at them */
  targetBlockMs(state: StateView): number;
};
