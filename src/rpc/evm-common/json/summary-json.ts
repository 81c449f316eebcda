import type { SealedHeader } from '../../../chain/types.ts';
import { quantity } from '../../../primitives/quantity.ts';

/** What lists of blocks show of a header, as JSON: a fifth of its length, most of which are hashes and the bloom. */
export function summaryText(header: SealedHeader): string {
  const { number, hash, parentHash, timestamp, gasUsed, gasLimit, baseFee, transactionCount } = header;
  return JSON.stringify({
    number: quantity(number),
    hash,
    parentHash,
    timestamp: quantity(timestamp),
    gasUsed: quantity(gasUsed),
    gasLimit: quantity(gasLimit),
    baseFeePerGas: quantity(baseFee),
    transactionCount: quantity(transactionCount),
  });
}
