import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';

/** A task of the thread, unless the main thread claims it first: its number, and raw transactions as a packed list. */
export type RecoveryTask = { readonly number: number; readonly raws: Uint8Array };

/** The properties of a transaction that are expensive to compute. */
export type RecoveredSender = { readonly sender: Address; readonly hash: Hash };

/** One per transaction of the task, undefined for invalid ones; undefined when the other side claimed the task. */
export type RecoveryResult = readonly (RecoveredSender | undefined)[];
