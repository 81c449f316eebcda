import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base58 } from '@scure/base';
import { JsonRpcProvider, parseEther, Wallet } from 'ethers';
import { toBase58 } from '../../primitives/address.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { SocketClient } from '../../testing/interfaces/socket-client.ts';
import { startTestNode } from '../../testing/test-node.ts';
import { until } from '../../testing/until.ts';

const [sender, receiver] = developmentAccounts;

/** An unused key, a different one for every number. */
function keyOf(number: number): string {
  const bytes = new Uint8Array(32).fill(7);
  new DataView(bytes.buffer).setUint32(0, number);
  return base58.encode(bytes);
}

test('40,000 subscriptions to unused accounts, logs and signatures delay nobody', async (t) => {
  const { urls } = await startTestNode(t);
  const attackers = await Promise.all(Array.from({ length: 4 }, () => SocketClient.connect(urls.svmWebSocket)));
  t.after(() => {
    for (const { socket } of attackers) socket.terminate();
  });
  for (const [index, attacker] of attackers.entries()) {
    for (let batch = 0; batch < 10; batch++) {
      const first = (index * 10 + batch) * 1000;
      const replies = await attacker.askAll(
        Array.from({ length: 1000 }, (_, offset) => {
          const key = keyOf(first + offset);
          if (offset % 3 === 0) return ['logsSubscribe', { mentions: [key] }];
          if (offset % 3 === 1) return ['signatureSubscribe', base58.encode(new Uint8Array(64).fill(offset % 200))];
          return ['accountSubscribe', key];
        }),
      );
      assert.ok(replies.every(({ result }) => typeof result === 'number'));
    }
    const { error } = await attacker.ask('slotSubscribe');
    assert.match(error?.message ?? '', /limit reached.*svm-rpc\.max-subscriptions-per-connection/);
  }
  const reader = await SocketClient.connect(urls.svmWebSocket);
  t.after(() => reader.socket.terminate());
  const to = receiver?.address ?? assert.fail();
  const key = toBase58(to);
  const wanted = [
    await reader.ask('accountSubscribe', key),
    await reader.ask('logsSubscribe', { mentions: [key] }),
    await reader.ask('slotSubscribe'),
  ].map(({ result }) => result);
  const provider = new JsonRpcProvider(urls.http, undefined, { cacheTimeout: -1, batchStallTime: 0 });
  t.after(() => provider.destroy());
  await new Wallet(sender?.privateKey ?? '', provider).sendTransaction({
    to,
    value: parseEther('1'),
  });
  const notified = () => new Set(reader.notifications.map(({ params }) => params.subscription));
  await until(() => notified().size >= wanted.length, 'a notification of each subscription');
  assert.deepEqual([...notified()].sort(), [...wanted].sort());
  assert.ok(attackers.every(({ notifications }) => notifications.length === 0));
});
