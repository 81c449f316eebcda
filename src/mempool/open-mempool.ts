import type { Chain } from '../chain/chain.ts';
import type { AdmissionPolicy } from './admission.ts';
import { Mempool } from './mempool.ts';
import type { MempoolOptions } from './options.ts';

/**
 * The pool of a chain, kept in step with its blocks: open it before whoever else listens to them, who then finds in it
 * what is left.
 */
export function openMempool(chain: Chain, options: MempoolOptions, policy: AdmissionPolicy): Mempool {
  const { chainId, parameters } = chain.rules;
  const { gasLimit, baseFeeFloor } = parameters;
  const rules = { chain: { fork: 'osaka', chainId, gasLimit }, baseFeeFloor, ...policy } as const;
  const mempool = new Mempool({ headState: () => chain.headState(), rules, options });
  chain.onBlock((committed) => mempool.update(committed));
  chain.onRewind(() => mempool.recheck());
  return mempool;
}
