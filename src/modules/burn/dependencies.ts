import type { EndBlockContext } from '../../kernel/module.ts';

/** What this module needs of other modules; `modules/index.ts` provides it. */
export type Dependencies = {
  /** Takes the parts of validators and stakers out of the fee collector and makes them theirs. */
  payRewards(context: EndBlockContext, validatorWei: bigint, stakerWei: bigint): void;
};
