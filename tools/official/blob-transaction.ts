import type { SentTransaction } from '#qord/evm/transaction/sender-fault.ts';
import type { BlockEnvironment } from '#qord/kernel/engine.ts';
import { feeCap } from '#qord/kernel/transaction/transaction.ts';
import type { Address } from '#qord/primitives/address.ts';
import type { Hash } from '#qord/primitives/hash.ts';
import type { WorldState } from '#qord/state/types.ts';
import { blobRulesOf } from './forks.ts';

/** The chain has no blobs (EIP-4844): this file implements them for the official tests only. */
export type Blobs = { readonly hashes: readonly Hash[]; readonly maxFeePerBlobGas: bigint };

export type BlobFault =
  | 'blob-list-empty'
  | 'too-many-blobs'
  | 'blob-hash-version'
  | 'creation-with-blobs'
  | 'blob-fee-cap-below-base-fee'
  | 'insufficient-funds';

const gasPerBlob = 131_072n;
const versionPrefix = '0x01';

/** Why the blob part of a transaction is not valid, or undefined. */
export function blobFault(
  tx: SentTransaction,
  blobs: Blobs,
  block: BlockEnvironment,
  state: WorldState,
): BlobFault | undefined {
  const { hashes, maxFeePerBlobGas } = blobs;
  if (tx.to === undefined) return 'creation-with-blobs';
  if (hashes.length === 0) return 'blob-list-empty';
  if (hashes.length > blobRulesOf(block.fork).maxPerTransaction) return 'too-many-blobs';
  if (hashes.some((hash) => !hash.startsWith(versionPrefix))) return 'blob-hash-version';
  if (maxFeePerBlobGas < block.blobBaseFee) return 'blob-fee-cap-below-base-fee';
  const cost = tx.gasLimit * feeCap(tx) + tx.value + blobGas(blobs) * maxFeePerBlobGas;
  return state.balance(tx.sender) < cost ? 'insufficient-funds' : undefined;
}

/** The blob fee is burned before the execution and never refunded. */
export function burnBlobFee(sender: Address, blobs: Blobs, { blobBaseFee }: BlockEnvironment, state: WorldState): void {
  const fee = blobGas(blobs) * blobBaseFee;
  if (fee > 0n) state.burn(sender, fee);
}

/** wei per blob gas: e^(excess / fraction), by the integer series of EIP-4844. */
export function blobBaseFee(excessBlobGas: bigint, updateFraction: bigint): bigint {
  let sum = 0n;
  let term = updateFraction;
  for (let i = 1n; term > 0n; i++) {
    sum += term;
    term = (term * excessBlobGas) / (updateFraction * i);
  }
  return sum / updateFraction;
}

function blobGas({ hashes }: Blobs): bigint {
  return BigInt(hashes.length) * gasPerBlob;
}
