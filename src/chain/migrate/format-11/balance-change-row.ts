import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import { type Address, addressFromBytes } from '../../../primitives/address.ts';
import type { ByteReader } from '../../../primitives/byte-reader.ts';
import type { BalanceChange, Receipt } from '../../types.ts';
import { frequentAddresses } from './frequent-addresses.ts';

/**
 * Balance changes as bytes: a byte that names the account and says whether the balance afterwards is the one expected;
 * the address, unless the byte names it; wei before; wei after, unless it is as expected.
 */
const isExpected = 0x80;
const senderCode = 0;
const recipientCode = 1;
/** This and the next ones are the frequent addresses. */
const firstFrequentCode = 2;
const otherCode = 0x7f;

/**
 * What changes of a transaction are expected to be: its value moves, and the sender pays its fee. undefined: of hooks.
 */
type ExpectedChanges = {
  readonly transaction: Pick<Transaction, 'sender' | 'to' | 'value'>;
  readonly receipt: Pick<Receipt, 'status' | 'gasUsed' | 'effectiveGasPrice'>;
};

/** Reads the changes up to the end. */
export function readBalanceChanges(
  reader: ByteReader,
  expected: ExpectedChanges | undefined,
): readonly BalanceChange[] {
  const changes: BalanceChange[] = [];
  while (!reader.atEnd) {
    const head = reader.byte();
    const address = addressOf(head & ~isExpected, expected) ?? addressFromBytes(reader.fixed(20));
    const before = reader.bigint();
    const after = (head & isExpected) === 0 ? reader.bigint() : (expectedAfter(address, before, expected) ?? before);
    changes.push({ address, before, after });
  }
  return changes;
}

/** undefined: the address follows. */
function addressOf(code: number, expected: ExpectedChanges | undefined): Address | undefined {
  if (code === otherCode) return undefined;
  if (code === senderCode) return expected?.transaction.sender;
  return code === recipientCode ? expected?.transaction.to : frequentAddresses[code - firstFrequentCode];
}

function expectedAfter(address: Address, before: bigint, expected: ExpectedChanges | undefined): bigint | undefined {
  if (expected === undefined) return undefined;
  const { transaction, receipt } = expected;
  const moved = receipt.status === 1 ? transaction.value : 0n;
  const received = address === transaction.to ? moved : 0n;
  const paid = address === transaction.sender ? moved + receipt.gasUsed * receipt.effectiveGasPrice : 0n;
  return before + received - paid;
}
