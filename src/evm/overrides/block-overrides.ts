import type { BlockEnvironment } from '../../kernel/engine.ts';
import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';

/** Values that replace those of the block for a call; fields as in the `blockOverrides` of JSON-RPC. */
export type BlockOverrides = {
  readonly number?: bigint | undefined;
  /** seconds since 1970 */
  readonly time?: bigint | undefined;
  readonly gasLimit?: bigint | undefined;
  readonly feeRecipient?: Address | undefined;
  readonly prevRandao?: Hash | undefined;
  /** wei per gas */
  readonly baseFeePerGas?: bigint | undefined;
  readonly blobBaseFee?: bigint | undefined;
};

export const noBlockOverrides: BlockOverrides = {};

/**
 * The block as a call sees it. A call that pays no gas sees a base fee of zero, so that no gas price is below the base
 * fee for the code it runs; an overridden base fee is kept.
 */
export function callEnvironment(
  block: BlockEnvironment,
  overrides: BlockOverrides,
  { paysGas }: { readonly paysGas: boolean },
): BlockEnvironment {
  return {
    ...block,
    number: overrides.number ?? block.number,
    timestamp: overrides.time ?? block.timestamp,
    gasLimit: overrides.gasLimit ?? block.gasLimit,
    coinbase: overrides.feeRecipient ?? block.coinbase,
    prevRandao: overrides.prevRandao ?? block.prevRandao,
    baseFee: overrides.baseFeePerGas ?? (paysGas ? block.baseFee : 0n),
    blobBaseFee: overrides.blobBaseFee ?? block.blobBaseFee,
  };
}
