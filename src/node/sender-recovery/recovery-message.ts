import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';

/** What a thread does unless another claims it first: its number, and raw transactions as a packed list. */
export type RecoveryTask = { readonly number: number; readonly raws: Uint8Array };

/** What is costly to find out about a transaction. */
export type RecoveredSender = { readonly sender: Address; readonly hash: Hash };

/** One per transaction of the task, undefined for those that are none; nothing when the other side claimed it. */
export type RecoveryResult = readonly (RecoveredSender | undefined)[];
