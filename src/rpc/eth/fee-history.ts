import { firstHeight } from '../../chain/genesis/first-height.ts';
import type { ChainReader } from '../../chain/types.ts';
import { flattenText } from '../../primitives/flatten-text.ts';
import { GenerationalCache } from '../../primitives/generational-cache.ts';
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

/** Characters of a response that is cached at most. */
const longestCached = 256 * 1024;

/** EIP-1559 fee data of past blocks, each response made once. */
export class FeeHistory {
  /** many wallets request the same few */
  readonly #cache: GenerationalCache<string, JsonText>;

  constructor({ cacheSizes }: Pick<ChainReader, 'cacheSizes'>) {
    this.#cache = new GenerationalCache(cacheSizes.feeHistory / 2, ({ text }) => text.length);
  }

  clear(): void {
    this.#cache.clear();
  }

  /** The same response as before, or the one that `make` makes. */
  get(request: FeeHistoryRequest, make: () => JsonValue | Promise<JsonValue>): JsonValue | Promise<JsonValue> {
    const key = `${request.oldest} ${request.newest} ${request.percentiles?.join() ?? ''}`;
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (!(made instanceof JsonText)) return made;
    if (made.text.length <= longestCached) this.#cache.set(key, made);
    return made;
  }
}

/** Fees of the blocks from one height to another, which exist; rewards only with percentiles. */
export type FeeHistoryRequest = ExecutionRequest & {
  readonly oldest: number;
  readonly newest: number;
  readonly percentiles: readonly number[] | undefined;
};

/** `count` blocks up to `newest`, as far as they exist. */
export function feeHistoryRequest(
  chain: ChainReader,
  count: number,
  newest: number,
  percentiles: readonly number[] | undefined,
): FeeHistoryRequest {
  const oldest = Math.max(firstHeight(chain.identity), newest - Math.min(count, maxFeeBlocks) + 1);
  return { oldest, newest, percentiles, block: { by: 'height', height: newest } };
}

/** Milliseconds on the main thread, where the fees of the newest blocks are cached. */
const inlineTime = 4;

/** eth_feeHistory */
export const feeHistoryExecution = defineExecution<FeeHistoryRequest>('feeHistory', {
  inlineTime,
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
