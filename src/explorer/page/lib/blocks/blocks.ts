import { call } from '../node/rpc.ts';
import type { Header, Hex } from '../node/types.ts';

/** qord_getBlockSummaries, and what the subscription newBlockSummaries sends */
export type SummaryJson = Pick<
  Header,
  'number' | 'hash' | 'parentHash' | 'timestamp' | 'gasUsed' | 'gasLimit' | 'baseFeePerGas'
> & { readonly transactionCount: Hex };

/** What lists of blocks show. */
export type BlockSummary = {
  readonly height: number;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly timestamp: number;
  readonly gasUsed: bigint;
  readonly gasLimit: bigint;
  readonly baseFee: bigint;
  /** how many */
  readonly transactions: number;
};

/** The same with numbers. */
export function toSummary(json: SummaryJson): BlockSummary {
  return {
    height: wholeNumber(json.number),
    hash: json.hash,
    parentHash: json.parentHash,
    timestamp: wholeNumber(json.timestamp),
    gasUsed: BigInt(json.gasUsed),
    gasLimit: BigInt(json.gasLimit),
    baseFee: BigInt(json.baseFeePerGas),
    transactions: wholeNumber(json.transactionCount),
  };
}

/** Throws a RangeError for what no block has: another node may send anything. */
function wholeNumber(quantity: Hex): number {
  const value = Number(quantity);
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no number of a block`);
  return value;
}

/** `count` blocks, at most 200, down from `newest`: a height or a tag. Fewer where the chain begins. */
export async function readBlocks(
  newest: number | 'latest' | 'earliest',
  count: number,
): Promise<readonly BlockSummary[]> {
  const ref = typeof newest === 'number' ? `0x${newest.toString(16)}` : newest;
  return (await call<readonly SummaryJson[]>('qord_getBlockSummaries', [ref, count])).map(toSummary);
}
