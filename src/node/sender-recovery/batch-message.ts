import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';

/** What is expensive to compute of a transaction. */
type RecoveredSender = { readonly sender: Address; readonly hash: Hash };

/** Raw transactions, one after the other, and how many bytes each has. */
export type BatchMessage = { readonly bytes: Uint8Array; readonly lengths: readonly number[] };

/** What a transaction was decoded to; why it is not valid; undefined after an error that has no name here. */
export type BatchOutcome = RecoveredSender | string | undefined;

/** An outcome for each transaction of the batch. */
export type BatchResult = readonly BatchOutcome[];

/** Joins raw transactions, because copying many small messages takes longer. */
export function toBatch(raws: readonly Uint8Array[]): BatchMessage {
  const lengths = raws.map(({ length }) => length);
  const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const raw of raws) {
    bytes.set(raw, at);
    at += raw.length;
  }
  return { bytes, lengths };
}

/** The raw transactions of a batch, as views. */
export function fromBatch({ bytes, lengths }: BatchMessage): readonly Uint8Array[] {
  let end = 0;
  return lengths.map((length) => {
    end += length;
    return bytes.subarray(end - length, end);
  });
}
