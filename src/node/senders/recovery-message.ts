import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';

/** Raw transactions as a packed list. */
export type RecoveryTask = Uint8Array;

/** What is costly to find out about a transaction. */
export type Origin = { readonly sender: Address; readonly hash: Hash };

/** One per transaction of the task; undefined for those that are none. */
export type RecoveryResult = readonly (Origin | undefined)[];
