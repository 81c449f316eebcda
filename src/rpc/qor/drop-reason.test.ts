import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { toHex } from '../../primitives/hex.ts';
import { SocketClient } from '../../testing/interfaces/socket-client.ts';
import { accountOf, signFrom } from '../../testing/sign-from.ts';
import { startTestNode } from '../../testing/test-node.ts';

const gwei = 10n ** 9n;
const cap = 2_000n * gwei;

test('whoever asks is told why a transaction has left the pool, and nothing of one that waits or is in a block', async (t) => {
  const flags = { 'consensus.block-interval': '0s', 'mempool.max-transactions': '3' };
  const node = await startTestNode(t, { flags });
  const socket = await SocketClient.connect(node.urls.webSocket);
  t.after(async () => socket.socket.terminate());
  const ask = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    const { result, error } = await socket.ask(method, ...params);
    assert.equal(error, undefined, method);
    return result;
  };
  const send = ({ raw }: Transaction) => ask('eth_sendRawTransaction', toHex(raw));
  const reasonOf = ({ hash }: Transaction) => ask('qord_getDropReason', hash);
  await ask('evm_setAutomine', false);

  const first = signFrom(0, { cap });
  const second = signFrom(0, { cap: 2n * cap, tip: 2n });
  for (const each of [first, second]) await send(each);
  assert.equal(await reasonOf(first), `replaced by ${second.hash}`);
  assert.equal(await reasonOf(second), null);

  const cheap = signFrom(1, { cap });
  for (const each of [cheap, signFrom(2, { cap, tip: 9n }), signFrom(3, { cap, tip: 9n })]) await send(each);
  assert.equal(await reasonOf(cheap), 'the pool was full, and others pay more');
  await ask('evm_mine');
  assert.equal(await reasonOf(second), null);

  await send(cheap);
  assert.equal(await reasonOf(cheap), null);
  await ask('anvil_setNonce', accountOf(1), '0x1');
  assert.equal(await reasonOf(cheap), 'its sender has a higher nonce now');

  const poor = signFrom(4, { cap });
  await send(poor);
  await ask('anvil_setBalance', accountOf(4), '0x1');
  assert.equal(await reasonOf(poor), 'the balance of its sender does not cover it any more');

  const unwanted = signFrom(5, { cap });
  await send(unwanted);
  await ask('anvil_dropTransaction', unwanted.hash);
  assert.equal(await reasonOf(unwanted), 'the node was asked to drop it');
  socket.socket.terminate();
  await node.close();
});
