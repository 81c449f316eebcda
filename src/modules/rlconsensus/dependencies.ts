import type { Address } from '../../primitives/address.ts';
import type { StateView } from '../../state/types.ts';
import type { ShiftPools } from './act.ts';
import type { ResetPools } from './breaker.ts';
import type { NetworkStatistics } from './observe.ts';

/**
 * What PRISM needs of other modules: their statistics, and the pool weights it may change. `modules/index.ts` provides
 * it.
 */
export type Dependencies = {
  /** whether the account may act for the network */
  isAuthority(state: StateView, account: Address): boolean;
  networkStatistics(state: StateView): NetworkStatistics;
  /** most validators that sign blocks */
  maxValidators(state: StateView): number;
  readonly shiftPools: ShiftPools;
  readonly resetPools: ResetPools;
};
