import { feeCollector, governanceDeposits, lightNodePool, rewardPool, treasury } from '../kernel/module-account.ts';
import { totalSupply } from '../kernel/supply.ts';
import type { Address } from '../primitives/address.ts';
import type { StateView } from '../state/types.ts';
import {
  crossvmAddress,
  gasabstractionAddress,
  multilayerAddress,
  rdkAddress,
  stakingAddress,
  xqoreAddress,
} from './addresses.ts';

/**
 * Accounts of the chain itself, whose coins do not circulate: reserves (fees of the block, treasury, unpaid rewards,
 * light nodes), bonded and unbonding stake, locked xQORE with its penalties, stakes of layers, stakes, bonds and
 * deposits of rollups, funds of messages that wait, what pays fees in other tokens, and deposits of proposals. The coins of SVM-only accounts, which
 * the module svm holds, are their owners' and circulate.
 */
export const reserveAccounts: readonly Address[] = [
  feeCollector,
  treasury,
  rewardPool,
  lightNodePool,
  stakingAddress,
  xqoreAddress,
  multilayerAddress,
  rdkAddress,
  crossvmAddress,
  gasabstractionAddress,
  governanceDeposits,
];

/** Wei in existence that no account of the chain itself holds: the circulating supply of every interface. */
export function circulatingSupply(state: StateView): bigint {
  const held = reserveAccounts.reduce((sum, address) => sum + (state.account(address)?.balance ?? 0n), 0n);
  return totalSupply(state) - held;
}
