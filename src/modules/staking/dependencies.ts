import type { EndBlockContext } from '../../kernel/module.ts';
import type { Address } from '../../primitives/address.ts';
import type { WorldState } from '../../state/types.ts';
import type { PenaltyFor } from './slash.ts';
import type { RewardSettlement } from './stake.ts';

/** What this module needs of other modules; `modules/index.ts` provides it. */
export type Dependencies = {
  readonly rewards: RewardSettlement;
  readonly penaltyFor: PenaltyFor;
  /** Destroys wei of an account and counts them. */
  burnCoins(
    context: Pick<EndBlockContext, 'state' | 'block' | 'emit'>,
    from: Address,
    wei: bigint,
    source: 'slash',
  ): void;
  /** Creates the reputation record of a new validator; `consensus` is the address of its key. */
  startReputation(state: WorldState, consensus: Address, height: number): void;
};
