import type { Chain } from '../chain/chain.ts';
import { activeValidators } from '../modules/staking/readers.ts';
import { type Address, zeroAddress } from '../primitives/address.ts';

/** Who proposes the blocks of a node alone: the validator with the most stake, or nobody when there is none. */
export function proposerOf(chain: Chain): Address {
  const ranked = [...activeValidators(chain.headState())].sort((a, b) =>
    compare(b.validator.tokens, a.validator.tokens),
  );
  return ranked[0]?.validator.consensus ?? zeroAddress;
}

function compare(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
