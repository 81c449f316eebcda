import type { Chain } from '../chain/chain.ts';
import { Mempool } from './mempool.ts';
import type { MempoolOptions } from './options.ts';

/**
 * The pool of a chain, kept in step with its blocks: open it before whoever else listens to them, who then finds in it
 * what is left. `feeLimit`: most wei a transaction may pay for gas, 0n for any.
 */
export function openMempool(chain: Chain, options: MempoolOptions, feeLimit: bigint): Mempool {
  const { chainId, parameters } = chain.rules;
  const { gasLimit, baseFeeFloor } = parameters;
  const rules = { chain: { fork: 'osaka', chainId, gasLimit }, baseFeeFloor, feeLimit } as const;
  const mempool = new Mempool({ headState: () => chain.headState(), rules, options });
  chain.onBlock((committed) => mempool.update(committed));
  chain.onRewind(() => mempool.recheck());
  return mempool;
}
