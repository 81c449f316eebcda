import type { Address } from '../primitives/address.ts';
import type { StateView, WorldState } from '../state/types.ts';
import { bounded } from './codec/bounded.ts';
import { amount } from './codec/scalars.ts';
import { moduleAddress } from './module-address.ts';
import { recordsOf } from './module-sdk/record.ts';
import type { Network } from './network.ts';

/** The account whose record determines the chain id of a development network: that of the module authority. */
export const chainIdAccount = moduleAddress(0x0d00);

/** Ids above are not exact as numbers of JSON and JavaScript, by which clients and genesis documents hold them. */
export const mostChainId = BigInt(Number.MAX_SAFE_INTEGER);

export const changedChainIds = recordsOf(chainIdAccount).table(
  0xfe,
  'chain_id',
  'The chain id that a development network has been given since its genesis (anvil_setChainId); other networks keep that of their genesis. A genesis document has it at its top.',
  [],
  bounded(amount, { unit: '', least: 0n, most: mostChainId, reason: 'clients hold it as a number of JSON' }),
);

/** EVM chain id of the block after this state, and of calls on it. Only development networks change that of genesis. */
export function chainIdAfter(
  state: StateView,
  { network, chainId }: { readonly network: Network; readonly chainId: bigint },
): bigint {
  return network === 'dev' ? (changedChainIds.get(state) ?? chainId) : chainId;
}

/** Whether an entry is the record: a state that another network takes over leaves it out. */
export function isChainId(account: Address, key: string): boolean {
  return account === chainIdAccount && Number(key) === changedChainIds.number;
}

/** Sets the chain id of the next blocks; that of the genesis leaves no record. */
export function setChainId(state: WorldState, id: bigint, genesisId: bigint): void {
  if (id === genesisId) changedChainIds.remove(state);
  else changedChainIds.set(state, id);
}
