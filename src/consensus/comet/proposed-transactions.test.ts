import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeTransaction } from '../../kernel/transaction/codec.ts';
import { concatBytes } from '../../primitives/bytes.ts';
import { signFrom } from '../../testing/sign-from.ts';
import { ProposedTransactions } from './proposed-transactions.ts';

const create = () => new ProposedTransactions(async (raw) => decodeTransaction(raw));

test('a proposed transaction does not keep the message it was in', async () => {
  const transactions = create();
  const { raw, hash } = signFrom(1, { data: new Uint8Array(100).fill(1), gasLimit: 100_000n });
  const message = concatBytes(new Uint8Array(1_000_000), raw);
  await transactions.decode(message.subarray(1_000_000));
  const kept = transactions.get(hash);
  assert.deepEqual(kept?.raw, raw);
  assert.equal(kept.raw.buffer.byteLength, raw.length);
  assert.ok(kept.data.buffer.byteLength <= raw.length);
});

test('of more than eight megabytes the first are dropped', async () => {
  const transactions = create();
  const signed = Array.from({ length: 100 }, (_, nonce) =>
    signFrom(1, { nonce: BigInt(nonce), data: new Uint8Array(100_000), gasLimit: 2_000_000n }),
  );
  for (const { raw } of signed) await transactions.decode(raw);
  const kept = signed.filter(({ hash }) => transactions.get(hash) !== undefined).length;
  assert.ok(kept >= 40 && kept <= 84, `${kept} of 100`);
});
