import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { toHex } from '../../primitives/hex.ts';
import { createEvmInterface, signed } from '../../testing/evm-interface.ts';

test('a signed transaction reaches the pool', async () => {
  const { pool, result } = createEvmInterface();
  const tx = signed({ nonce: 0n });
  assert.equal(await result('eth_sendRawTransaction', toHex(tx.raw)), tx.hash);
  assert.deepEqual(
    pool.map(({ hash }) => hash),
    [tx.hash],
  );
});

test('a client that waits for the receipt gets it with the block, or an error after its timeout', async () => {
  const { mine, pool, ask, result } = createEvmInterface();
  const [tx, late] = [signed({ nonce: 0n }), signed({ nonce: 1n })];
  const waiting = result('eth_sendRawTransactionSync', toHex(tx.raw), 5000);
  await nextTurn(); // it is in the pool
  mine();
  mine([...pool]);
  assert.deepEqual(await waiting, await result('eth_getTransactionReceipt', tx.hash));
  const { error } = await ask('eth_sendRawTransactionSync', toHex(late.raw), '0xa');
  const message = "The transaction was added to the transaction pool but wasn't processed in 0.01s";
  assert.deepEqual(error, { code: 4, message, data: late.hash });
});

test('a read-only interface accepts no transactions', async () => {
  const { fault, pool } = createEvmInterface({ readOnly: true });
  const rejection = await fault('eth_sendRawTransaction', toHex(signed({ nonce: 0n }).raw));
  assert.equal(rejection, '-32000 this interface is read-only: transactions are not accepted here');
  assert.deepEqual(pool, []);
});

test('bytes that are not a transaction', async () => {
  const { fault } = createEvmInterface();
  assert.equal(await fault('eth_sendRawTransaction', '0x'), '-32000 typed transaction too short');
  assert.match(await fault('eth_sendRawTransaction', '0x03c0'), /^-32000 transaction type not supported/);
  assert.match(await fault('eth_sendRawTransaction', '0xc0'), /^-32000 rlp/);
  assert.equal(await fault('eth_sendRawTransaction', 'x'), '-32602 invalid argument 0: hex string without 0x prefix');
  assert.equal(await fault('eth_sendRawTransaction'), '-32602 missing value for required argument 0');
});
