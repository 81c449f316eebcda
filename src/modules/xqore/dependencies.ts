import type { CallContext } from '../../kernel/module-sdk/call.ts';
import type { Address } from '../../primitives/address.ts';

/** What this module needs of other modules; `modules/index.ts` provides it. */
export type Dependencies = {
  /** Counts a burn of the module's coins under its source. */
  burnCoins(context: CallContext, from: Address, wei: bigint, source: 'xqore_penalty'): void;
};
