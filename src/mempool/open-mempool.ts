import type { Chain } from '../chain/chain.ts';
import type { ListenerOwner } from '../primitives/listeners.ts';
import type { AdmissionPolicy, AdmissionRules } from './admission.ts';
import { Mempool } from './mempool.ts';
import type { MempoolOptions } from './options.ts';
import type { MempoolDependencies } from './types.ts';

/**
 * The pool of a chain, updated with each block. Open it before other listeners are added to the chain, so that they see
 * the pool after the block.
 */
export function openMempool(
  chain: Chain,
  options: MempoolOptions,
  policy: AdmissionPolicy,
  parts: Pick<MempoolDependencies, 'faults' | 'mainThread'> = {},
): Mempool {
  const { parameters, overrides } = chain.rules;
  const { gasLimit, maxTransactionGas, maxCodeBytes, baseFeeFloor: floor } = parameters;
  const rules: AdmissionRules = {
    chain: {
      fork: 'osaka',
      get chainId() {
        return chain.reader.states.chainId();
      },
      ...{ gasLimit, maxTransactionGas, maxCodeBytes },
    },
    get baseFeeFloor() {
      const { baseFee = floor } = overrides; // a development network may have set a lower one for its next block
      return baseFee < floor ? baseFee : floor;
    },
    ...policy,
  };
  const mempool = new Mempool({
    headState: () => chain.headState(),
    nextBaseFee: () => chain.next.baseFee(),
    rules,
    transactionRules: chain.next.transactionRules,
    options,
    ...parts,
  });
  const owner: ListenerOwner = { kind: 'derived', name: 'pool', rebuild: () => mempool.rebuild() };
  chain.onBlock(owner, ({ block, transition }) => {
    mempool.update(
      block.transactions,
      transition.accounts.map(({ address }) => address),
    );
  });
  chain.onRewind(owner, ({ changed }) => mempool.recheck(changed));
  return mempool;
}
