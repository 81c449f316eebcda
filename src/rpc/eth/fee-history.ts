import type { ChainReader } from '../../chain/types.ts';
import { flattenText } from '../../primitives/flatten-text.ts';
import { JsonText } from '../../primitives/json-text.ts';
import { quantity } from '../../primitives/quantity.ts';
import { writeJson } from '../dispatch/write-json.ts';
import { type BlockFees, feeReaderOf, tipAt } from '../evm-common/fees/block-fees.ts';
import {
  assertNotStopped,
  assertReadable,
  defineExecution,
  type ExecutionControl,
  type ExecutionNode,
  type ExecutionRequest,
} from '../execution/execution-kind.ts';
import type { JsonValue } from '../json-value.ts';

/** Blocks in one response at most; older ones are left out. */
const maxFeeBlocks = 1024;

/** Fees of the blocks from one height to another, which exist; rewards only with percentiles. */
export type FeeHistoryRequest = ExecutionRequest & {
  readonly oldest: number;
  readonly newest: number;
  readonly percentiles: readonly number[] | undefined;
};

/** Identifies the response to a request: past blocks do not change, but the base fee of the next one may be set. */
export function feeHistoryKey(chain: ChainReader, { oldest, newest, percentiles }: FeeHistoryRequest): string {
  return `${oldest} ${newest} ${percentiles?.join() ?? ''} ${baseFeeAfter(chain, newest)}`;
}

/** `count` blocks up to `newest`, as far as they exist. */
export function feeHistoryRequest(
  chain: ChainReader,
  count: number,
  newest: number,
  percentiles: readonly number[] | undefined,
): FeeHistoryRequest {
  const oldest = Math.max(chain.identity.genesisHeight, newest - Math.min(count, maxFeeBlocks) + 1);
  return { oldest, newest, percentiles, block: { by: 'height', height: newest } };
}

/** Milliseconds on the main thread, where the fees of the newest blocks are cached. */
const inlineMs = 4;

/** eth_feeHistory */
export const feeHistoryExecution = defineExecution<FeeHistoryRequest>('feeHistory', {
  inlineMs,
  run: (node, request, control) => new JsonText(flattenText(writeJson(compose(node, request, control)))),
});

function compose(
  node: ExecutionNode,
  { oldest, newest, percentiles }: FeeHistoryRequest,
  control: ExecutionControl,
): JsonValue {
  const { chain } = node;
  const fees = feeReaderOf(node);
  const blocks: BlockFees[] = [];
  const reward: string[][] = [];
  for (let height = oldest; height <= newest; height++) {
    assertNotStopped(control);
    const block = fees.at(height, () => assertReadable(node, control, height, 'receipts'));
    if (block === undefined) continue;
    blocks.push(block);
    if (percentiles !== undefined) reward.push(percentiles.map((percent) => quantity(tipAt(block, percent))));
  }
  const blobBaseFee = quantity(chain.states.environmentAt(newest)?.blobBaseFee ?? 1n);
  return {
    oldestBlock: quantity(oldest),
    baseFeePerGas: [...blocks.map(({ baseFee }) => quantity(baseFee)), quantity(baseFeeAfter(chain, newest))],
    gasUsedRatio: blocks.map(({ gasUsedRatio }) => gasUsedRatio),
    baseFeePerBlobGas: Array.from({ length: blocks.length + 1 }, () => blobBaseFee),
    blobGasUsedRatio: blocks.map(() => 0),
    reward: percentiles && reward,
  };
}

function baseFeeAfter(chain: ChainReader, height: number): bigint {
  const known = chain.header(height + 1) ?? chain.states.environmentAt('next');
  return known?.baseFee ?? 0n;
}
