import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { type Address, addressFromBytes } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { decodeRlp } from '../../primitives/rlp/decode.ts';
import { encodeRlp } from '../../primitives/rlp/encode.ts';
import {
  bytesFromRlp,
  integerFromRlp,
  listFromRlp,
  type RlpDecoded,
  type RlpInput,
} from '../../primitives/rlp/item.ts';
import type { BalanceChange } from '../types.ts';

/** Stands for the address of the transaction's sender. */
const sender = emptyBytes;
/** Stands for that of its recipient. Both together are an eighth of what a transfer takes on disk. */
const recipient = Uint8Array.of(1);

const addressBytes = 20;

type Parties = Pick<Transaction, 'sender' | 'to'>;
const noParties: Partial<Parties> = {};

/** Balance changes of the hooks → row. */
export function encodeBalanceChanges(changes: readonly BalanceChange[]): Uint8Array {
  return encodeRlp(balanceChangesToRlp(changes, noParties));
}

/** Inverse of `encodeBalanceChanges`. Throws an RlpError when the row is malformed. */
export function decodeBalanceChanges(row: Uint8Array): readonly BalanceChange[] {
  return balanceChangesFromRlp(decodeRlp(row), noParties);
}

/** Changes of a transaction: for each the address, and the wei before and after. */
export function balanceChangesToRlp(changes: readonly BalanceChange[], parties: Partial<Parties>): RlpInput {
  return changes.map(({ address, before, after }) => [addressToRlp(address, parties), before, after]);
}

/** Inverse of `balanceChangesToRlp`. */
export function balanceChangesFromRlp(
  item: RlpDecoded | undefined,
  parties: Partial<Parties>,
): readonly BalanceChange[] {
  return listFromRlp(item).map((change) => {
    const [address, before, after] = listFromRlp(change);
    return {
      address: addressFromRlp(bytesFromRlp(address), parties),
      before: integerFromRlp(before),
      after: integerFromRlp(after),
    };
  });
}

function addressToRlp(address: Address, parties: Partial<Parties>): RlpInput {
  if (address === parties.sender) return sender;
  return address === parties.to ? recipient : address;
}

function addressFromRlp(bytes: Uint8Array, parties: Partial<Parties>): Address {
  const known = bytes.length === sender.length ? parties.sender : parties.to;
  return (bytes.length <= recipient.length ? known : undefined) ?? addressFromBytes(bytesFromRlp(bytes, addressBytes));
}
