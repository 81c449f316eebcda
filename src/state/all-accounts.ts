import { type Address, addressFromBytes, addressToBytes } from '../primitives/address.ts';
import type { Reader } from '../store/types.ts';
import { decodeAccountRecord } from './account-record.ts';
import { stateTables } from './tables.ts';
import type { Account } from './types.ts';

/** The accounts of the newest state, in address order: from `start` on and at most `limit` of them, when given. */
export function* allAccounts(reader: Reader, start?: Address, limit?: number): Iterable<readonly [Address, Account]> {
  const options = { ...(start && { start: addressToBytes(start) }), ...(limit !== undefined && { limit }) };
  for (const [key, row] of reader.range(stateTables.accounts, options)) {
    yield [addressFromBytes(key), decodeAccountRecord(row).account];
  }
}
