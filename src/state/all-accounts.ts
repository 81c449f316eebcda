import { type Address, addressFromBytes } from '../primitives/address.ts';
import type { Reader } from '../store/contract.ts';
import { decodeAccountRecord } from './account-record.ts';
import type { Account } from './contract.ts';
import { tables } from './tables.ts';

/** Every account of the newest state, in address order. */
export function* allAccounts(reader: Reader): Iterable<readonly [Address, Account]> {
  for (const [key, row] of reader.range(tables.accounts)) {
    yield [addressFromBytes(key), decodeAccountRecord(row).account];
  }
}
