import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contracts, createEvmInterface, signed } from '../../testing/evm-interface.ts';

const empty = `0x${'99'.repeat(20)}`;

test('a whole account agrees with its proof, at any height', async () => {
  const { mine, result, fault } = createEvmInterface();
  const tx = signed({ nonce: 0n });
  mine([tx]);
  for (const [address, block] of [
    [tx.sender, 'latest'],
    [tx.sender, '0x0'],
    [contracts.reader, 'latest'],
  ] as const) {
    const proof = (await result('eth_getProof', address, [], block)) as Record<string, string>;
    assert.deepEqual(await result('eth_getAccount', address, block), {
      nonce: proof.nonce,
      balance: proof.balance,
      storageRoot: proof.storageHash,
      codeHash: proof.codeHash,
    });
    assert.deepEqual(await result('eth_getAccountInfo', address, block), {
      nonce: proof.nonce,
      balance: proof.balance,
      code: await result('eth_getCode', address, block),
    });
  }
  assert.equal(((await result('eth_getAccount', tx.sender)) as { nonce: string }).nonce, '0x1');
  assert.equal(await result('eth_getAccount', empty), null);
  assert.deepEqual(await result('eth_getAccountInfo', empty), { nonce: '0x0', balance: '0x0', code: '0x' });
  assert.equal(await fault('eth_getAccount', empty, '0x9'), '-32000 header not found');
});

test('methods of mining have the results of a node that does not mine', async () => {
  const { result, fault } = createEvmInterface();
  assert.equal(await result('eth_mining'), false);
  assert.equal(await result('eth_hashrate'), '0x0');
  assert.equal(await result('eth_protocolVersion'), '0x41');
  assert.equal(await fault('eth_getWork'), '-32000 no mining work available yet');
});
