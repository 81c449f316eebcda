import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toChecksum } from '../../primitives/address.ts';
import { alice, bob, createEvmInterface, signed } from '../../testing/evm-interface.ts';

test('waiting transactions by sender and nonce', async () => {
  const { pool, result } = createEvmInterface();
  assert.deepEqual(await result('txpool_status'), { pending: '0x0', queued: '0x0' });
  assert.deepEqual(await result('txpool_content'), { pending: {}, queued: {} });
  const [first, second] = [signed({ nonce: 0n }), signed({ nonce: 1n, to: undefined, data: Uint8Array.of(0) })];
  pool.push(first, second);
  assert.deepEqual(await result('txpool_status'), { pending: '0x2', queued: '0x0' });
  const json = {
    0: await result('eth_getTransactionByHash', first.hash),
    1: await result('eth_getTransactionByHash', second.hash),
  };
  const key = toChecksum(alice);
  assert.deepEqual(await result('txpool_content'), { pending: { [key]: json }, queued: {} });
  assert.deepEqual(await result('txpool_contentFrom', alice), { pending: json, queued: {} });
  assert.deepEqual(await result('txpool_contentFrom', bob), { pending: {}, queued: {} });
  const price = 200_000_000_000n;
  assert.deepEqual(await result('txpool_inspect'), {
    pending: {
      [key]: {
        0: `${toChecksum(bob)}: 1 wei + 100000 gas × ${price} wei`,
        1: `contract creation: 1 wei + 100000 gas × ${price} wei`,
      },
    },
    queued: {},
  });
});
