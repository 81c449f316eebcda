import type { Chain } from '../chain/chain.ts';
import type { AdmissionPolicy } from './admission.ts';
import { Mempool } from './mempool.ts';
import type { MempoolOptions } from './options.ts';

/**
 * The pool of a chain, updated with each block. Open it before other listeners are added to the chain, so that they see
 * the pool after the block.
 */
export function openMempool(chain: Chain, options: MempoolOptions, policy: AdmissionPolicy): Mempool {
  const { chainId, parameters } = chain.rules;
  const { gasLimit, baseFeeFloor } = parameters;
  const rules = { chain: { fork: 'osaka', chainId, gasLimit }, baseFeeFloor, ...policy } as const;
  const mempool = new Mempool({
    headState: () => chain.headState(),
    rules,
    transactionRules: chain.transactionRules,
    options,
  });
  chain.onBlock((committed) => mempool.update(committed));
  chain.onRewind(() => mempool.recheck());
  return mempool;
}
