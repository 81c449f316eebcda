import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hybridType } from '../../kernel/transaction/transaction.ts';
import { parseAddress, zeroAddress } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { signFrom } from '../../testing/sign-from.ts';
import { LogBlooms } from '../bloom.ts';
import type { Receipt } from '../types.ts';
import { decodeReceiptRow, encodeReceiptRow } from './receipt-row.ts';

const created = parseAddress(`0x${'01'.repeat(20)}`);
const other = parseAddress(`0x${'02'.repeat(20)}`);
const transaction = signFrom(0, { to: other, value: 5n });
const log = { address: other, topics: [], data: emptyBytes };

const anyReceipt = fc
  .record({
    type: fc.constantFrom(0, 1, 2, 4, hybridType),
    status: fc.constantFrom(0, 1),
    gasUsed: fc.oneof(fc.constant(21_000n), fc.bigInt(1n, 2n ** 40n)),
    before: fc.bigInt(0n, 2n ** 40n),
    price: fc.bigInt(0n, 2n ** 80n),
    isCreation: fc.boolean(),
    logs: fc.oneof(fc.constant(0), fc.nat(3)),
    firstLogIndex: fc.nat(300_000),
    wei: fc.bigInt(2n ** 130n, 2n ** 200n),
  })
  .map(({ gasUsed, before, price, isCreation, logs, wei, firstLogIndex, ...rest }) => {
    const all = Array.from({ length: logs }, () => log);
    return {
      ...(rest as Pick<Receipt, 'type' | 'status'>),
      gasUsed,
      cumulativeGasUsed: before + gasUsed,
      effectiveGasPrice: price,
      contractAddress: isCreation ? created : undefined,
      firstLogIndex,
      logs: all,
      logsBloom: new LogBlooms().of(all),
      balanceChanges: [transaction.sender, other, created, zeroAddress].map((address) => ({
        address,
        before: wei,
        after: wei + 1n,
      })),
    } satisfies Receipt;
  });

test('a receipt is read back with every field as it was', () => {
  fc.assert(
    fc.property(anyReceipt, (receipt) => {
      const logsAt = (first: number, count: number) => {
        assert.equal(first, receipt.firstLogIndex);
        return receipt.logs.slice(0, count);
      };
      const transactionAt = (index: number) => {
        assert.equal(index, 7);
        return transaction;
      };
      const read = decodeReceiptRow(encodeReceiptRow(receipt, transaction), 7, {
        logsAt,
        transactionAt,
        blooms: new LogBlooms(),
      });
      for (const field of Object.keys(receipt) as (keyof Receipt)[])
        assert.deepEqual(read[field], receipt[field], field);
      assert.deepEqual(Object.keys(read).sort(), Object.keys(receipt).sort());
    }),
  );
});
