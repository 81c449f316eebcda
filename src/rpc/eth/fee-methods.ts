import type { BlockEnvironment } from '../../kernel/engine.ts';
import { quantity } from '../../primitives/quantity.ts';
import { define } from '../dispatch/define.ts';
import { clearOnRewind } from '../evm-common/clear-on-rewind.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import { feeReaderOf } from '../evm-common/fees/block-fees.ts';
import { percentilesParam } from '../evm-common/fees/percentiles.ts';
import { suggestedTip } from '../evm-common/fees/suggested-tip.ts';
import { heightOf } from '../evm-common/resolve-block.ts';
import type { Executor } from '../execution/executor.ts';
import type { Caller } from '../execution/job.ts';
import type { Methods } from '../method.ts';
import { type BlockRef, blockNumberParam } from '../params/block-ref.ts';
import { paramOf } from '../params/param-type.ts';
import { looseCountType, quantitySchema } from '../params/quantity.ts';
import { RpcError } from '../rpc-error.ts';
import { TextCache } from '../text-cache.ts';
import { feeHistoryExecution, feeHistoryKey, feeHistoryRequest } from './fee-history.ts';

const blockCount = paramOf(
  'blockCount',
  'How many blocks, as a quantity or a number; at most 1024 are returned.',
  looseCountType,
);

/** Prices of gas in the next block and in past blocks, in wei per gas. */
export function feeMethods({ chain, node }: Pick<EthDependencies, 'chain' | 'node'>, executor: Executor): Methods {
  const fees = clearOnRewind(node, feeReaderOf(executor.node));
  const history = clearOnRewind(node, new TextCache(chain.cacheSizes.feeHistory));
  const next = (): BlockEnvironment => {
    const environment = chain.states.environmentAt('next');
    if (environment === undefined) throw new Error('the chain has no environment of the next block');
    return environment;
  };
  const feeHistory = (count: number, ref: BlockRef, percentiles: readonly number[] | undefined, caller: Caller) => {
    if (count === 0) return { oldestBlock: '0x0', baseFeePerGas: [], gasUsedRatio: [] };
    const newest = heightOf(chain, ref);
    if (newest === undefined) throw beyondHead(ref, chain.head().number);
    const request = feeHistoryRequest(chain, count, newest, percentiles);
    return history.getOrMake(feeHistoryKey(chain, request), () => executor.run(feeHistoryExecution, request, caller));
  };
  return {
    eth_gasPrice: define('A gas price that the next block accepts.', [], quantitySchema, () =>
      quantity(next().baseFee + suggestedTip(chain, fees)),
    ),
    eth_maxPriorityFeePerGas: define('A tip that the next block accepts.', [], quantitySchema, () =>
      quantity(suggestedTip(chain, fees)),
    ),
    eth_baseFee: define('Base fee of the next block.', [], quantitySchema, () => quantity(next().baseFee)),
    eth_blobBaseFee: define('Base fee of blobs, which this chain does not support.', [], quantitySchema, () =>
      quantity(next().blobBaseFee),
    ),
    eth_feeHistory: define(
      'Base fees, fullness and tips of past blocks (EIP-1559); one base fee more than blocks: that of the next block.',
      [blockCount, blockNumberParam, percentilesParam],
      { type: 'object' },
      ([count, ref, percentiles], call) => feeHistory(count, ref, percentiles, call),
    ),
  };
}

function beyondHead(ref: BlockRef, head: number): RpcError {
  const requested = ref.by === 'height' ? ref.height : head + 1;
  return new RpcError(-32000, `request beyond head block: requested ${requested}, head ${head}`);
}
