import { moduleAccounts } from '../../kernel/module-account.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { type Address, addressFromBytes } from '../../primitives/address.ts';
import type { ByteReader } from '../../primitives/byte-reader.ts';
import type { ByteWriter } from '../../primitives/byte-writer.ts';
import type { BalanceChange, Receipt } from '../types.ts';

/**
 * Balance changes as bytes: a byte that names the account and says whether the balance afterwards is the one expected;
 * the address, unless the byte names it; wei before; wei after, unless it is as expected. A transfer needs the two
 * balances before it, and nothing else.
 */
const isExpected = 0x80;
const senderCode = 0;
const recipientCode = 1;
/** This and the next ones are the accounts of `moduleAccounts`. */
const firstModuleCode = 2;
const otherCode = 0x7f;

/**
 * What changes of a transaction are expected to be: its value moves, and the sender pays its fee. undefined: of hooks.
 */
export type ExpectedChanges = {
  readonly transaction: Pick<Transaction, 'sender' | 'to' | 'value'>;
  readonly receipt: Pick<Receipt, 'status' | 'gasUsed' | 'effectiveGasPrice'>;
};

/** Writes the changes, to be followed by nothing. */
export function writeBalanceChanges(
  writer: ByteWriter,
  changes: readonly BalanceChange[],
  expected: ExpectedChanges | undefined,
): void {
  for (const { address, before, after } of changes) {
    const code = codeOf(address, expected);
    const asExpected = after === expectedAfter(address, before, expected);
    writer.byte(code | (asExpected ? isExpected : 0));
    if (code === otherCode) writer.hex(address);
    writer.bigint(before);
    if (!asExpected) writer.bigint(after);
  }
}

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

function codeOf(address: Address, expected: ExpectedChanges | undefined): number {
  if (address === expected?.transaction.sender) return senderCode;
  if (address === expected?.transaction.to) return recipientCode;
  const number = moduleAccounts.indexOf(address);
  return number === -1 ? otherCode : firstModuleCode + number;
}

/** undefined: the address follows. */
function addressOf(code: number, expected: ExpectedChanges | undefined): Address | undefined {
  if (code === otherCode) return undefined;
  if (code === senderCode) return expected?.transaction.sender;
  return code === recipientCode ? expected?.transaction.to : moduleAccounts[code - firstModuleCode];
}

function expectedAfter(address: Address, before: bigint, expected: ExpectedChanges | undefined): bigint | undefined {
  if (expected === undefined) return undefined;
  const { transaction, receipt } = expected;
  const moved = receipt.status === 1 ? transaction.value : 0n;
  const received = address === transaction.to ? moved : 0n;
  const paid = address === transaction.sender ? moved + receipt.gasUsed * receipt.effectiveGasPrice : 0n;
  return before + received - paid;
}
