import { type Address, addressFromBytes, addressToBytes } from '../primitives/address.ts';
import { keccakHash } from '../primitives/crypto/keccak.ts';
import type { Hash } from '../primitives/hash.ts';
import type { Reader } from '../store/types.ts';
import type { AccountRecord } from './account-record.ts';
import type { ChangedHeights } from './changed-heights.ts';
import { addressOf } from './history-key.ts';
import type { HistoryView } from './history-view.ts';
import { firstKeyAfterPrefix, keyOf, ownedKey } from './keys.ts';
import { stateTables } from './tables.ts';

export type HashedAccount = { readonly hash: Hash; readonly address: Address; readonly record: AccountRecord };

/** Some accounts in the order of the hashes of their addresses, which is that of the state tree. */
export type AccountRange = {
  readonly accounts: readonly HashedAccount[];
  /** hash of the first account that was left out; undefined when none was */
  readonly next: Hash | undefined;
};

export type AccountRangeRequest = {
  /** the first hash */
  readonly from: Hash;
  readonly limit: number;
  /** Called now and then; may throw to end the search. */
  readonly onProgress: () => void;
};

/** Addresses between two calls of `onProgress`. */
const stride = 1_024;

/**
 * The accounts after a block. No table has the hashes: all addresses are hashed, about 2 µs each, but only those within
 * the range are read.
 */
export function accountRange(reader: Reader, view: HistoryView, request: AccountRangeRequest): AccountRange {
  const { from, limit, onProgress } = request;
  const found: HashedAccount[] = [];
  let count = 0;
  for (const address of everyAddress(reader, view.heights)) {
    if (count++ % stride === 0) onProgress();
    const hash = keccakHash(addressToBytes(address));
    const last = found.length > limit ? found.at(-1)?.hash : undefined;
    if (hash < from || (last !== undefined && hash >= last)) continue;
    const record = view.record(address);
    if (record === undefined) continue;
    const index = found.findLastIndex((account) => account.hash < hash) + 1;
    found.splice(index, 0, { hash, address, record });
    if (found.length > limit + 1) found.pop();
  }
  return { accounts: found.slice(0, limit), next: found[limit]?.hash };
}

/** Of the accounts there are, then of those that were changed once and are gone. */
function* everyAddress(reader: Reader, heights: ChangedHeights): Iterable<Address> {
  for (const [key] of reader.range(stateTables.accounts)) yield addressFromBytes(key);
  let start: Uint8Array | undefined = new Uint8Array(0);
  while (start !== undefined) {
    const key = heights.firstKey(start);
    if (key === undefined) return;
    const address = addressOf(key);
    if (!reader.has(stateTables.accounts, keyOf(address))) yield address;
    start = firstKeyAfterPrefix(ownedKey(address));
  }
}
