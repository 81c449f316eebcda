import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';

/** What is expensive to compute of a transaction. */
type RecoveredSender = { readonly sender: Address; readonly hash: Hash };

/** Raw transactions, each with memory of its own: a view would be sent with all that it is a view of. */
export type BatchMessage = readonly Uint8Array[];

/** What a transaction was decoded to; why it is not valid; undefined after an error that has no name here. */
export type BatchOutcome = RecoveredSender | string | undefined;

/** An outcome for each transaction of the batch. */
export type BatchResult = readonly BatchOutcome[];
