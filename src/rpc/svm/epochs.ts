import type { ChainIdentity } from '../../chain/contract.ts';

/** Blocks of one epoch, fixed at genesis. */
export function slotsPerEpoch(identity: ChainIdentity): number {
  return identity.network === 'mainnet' ? 43_200 : 17_280;
}
