import type { EndBlockContext } from '../../kernel/module.ts';

/** What this module needs of other modules; `modules/index.ts` provides it. */
export type Dependencies = {
  /** Moves the shares of validators and stakers from the fee collector to their rewards. */
  payRewards(context: EndBlockContext, validatorWei: bigint, stakerWei: bigint): void;
};
