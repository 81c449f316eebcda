import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type ContractTransactionResponse, JsonRpcProvider, Wallet } from 'ethers';
import { authorityAddress, rdkAddress } from '../modules/addresses.ts';
import { sha256 } from '../primitives/crypto/sha256.ts';
import { toHex } from '../primitives/hex.ts';
import { moduleContract } from '../testing/modules/module-contracts.ts';
import { assertSupplyIsSumOfBalances } from '../testing/supply.ts';
import { startTestNode } from '../testing/test-node.ts';

const stake = 10_000_000_000n;
/** Nearly as much as a wallet can send: it offers twice the base fee, and the node accepts fees up to 1 QOR. */
const data = Uint8Array.from({ length: 100_000 }, (_, i) => (i % 255) + 1);
const commitment = toHex(sha256(data));

async function startRollup(t: TestContext) {
  const node = await startTestNode(t);
  const provider = new JsonRpcProvider(node.urls.http, undefined, {
    cacheTimeout: -1,
    pollingInterval: 20,
    batchStallTime: 0,
  });
  t.after(() => provider.destroy());
  const [chief, stranger] = node.accounts.map(({ privateKey }) => new Wallet(privateKey, provider));
  assert.ok(chief && stranger);
  const authority = moduleContract('IAuthority', authorityAddress, chief);
  const rdk = moduleContract('IRdk', rdkAddress, chief);
  const send = async (call: Promise<ContractTransactionResponse>) => {
    const receipt = await (await call).wait();
    assert.ok(receipt);
    return receipt;
  };
  const invoke = (contract: typeof rdk, name: string, ...args: readonly unknown[]) =>
    send(contract.getFunction(name)(...args) as Promise<ContractTransactionResponse>);
  await invoke(authority, 'setParams', 'rdk', '{"blob_retention_blocks":5}');
  await invoke(rdk, 'createRollup', 'shop', 'custom', stake, '');
  const close = async () => {
    provider.destroy();
    await node.close();
    await assertSupplyIsSumOfBalances(node.home);
  };
  return { provider, rdk, stranger, invoke, close, read: (name: string) => rdk.getFunction(name) };
}

test('data of a rollup is stored by a transaction, read back, pruned, and still readable at old blocks', async (t) => {
  const { provider, rdk, invoke, read, close } = await startRollup(t);
  const receipt = await invoke(rdk, 'submitBlob', 'shop', data, '0x6f7264657273');
  assert.ok(receipt.gasUsed > 40n * 100_000n && receipt.gasUsed < 45n * 100_000n, `${receipt.gasUsed} gas`);
  const [log] = receipt.logs;
  const event = log && rdk.interface.parseLog(log);
  assert.deepEqual([event?.name, event?.args.toArray()], ['DaBlobStored', ['shop', 1n, 100_000n, commitment]]);

  const stored = (await provider.send('qor_getDABlobStatus', ['shop', 1])) as Record<string, unknown>;
  const { stored_at, ...rest } = stored;
  assert.match(String(stored_at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  assert.deepEqual(rest, {
    rollup_id: 'shop',
    blob_index: 1,
    commitment: commitment.slice(2),
    size: 100_000,
    backend: 'native',
    confirmed: true,
    height: receipt.blockNumber,
    namespace: '6f7264657273',
    pruned: false,
  });
  assert.equal(await read('blobContent')('shop', 1n), toHex(data));

  await provider.send('anvil_mine', ['0x6']);
  assert.deepEqual(await provider.send('qor_getDABlobStatus', ['shop', 1]), { ...stored, pruned: true });
  await assert.rejects(read('blobContent')('shop', 1n), {
    reason: `rdk: the data of the batch is not available here: it was removed after block ${receipt.blockNumber + 5} (26)`,
  });
  assert.equal(await read('blobContent')('shop', 1n, { blockTag: receipt.blockNumber + 4 }), toHex(data));
  await close();
});

test('only those who submit batches store data, and rejections say why', async (t) => {
  const { provider, rdk, stranger, read, close } = await startRollup(t);
  const rejection = (rollup: string, bytes: string, runner = rdk.runner) =>
    rdk
      .connect(runner)
      .getFunction('submitBlob')
      .staticCall(rollup, bytes, '0x')
      .then(
        () => undefined,
        (error: { reason?: string }) => error.reason,
      );
  assert.equal(await rejection('shop', '0x01', stranger), 'rdk: the account may not do this (7)');
  assert.equal(await rejection('nobody', '0x01'), 'rdk: no such rollup (2)');
  assert.equal(
    await rejection('shop', '0x'),
    'rdk: the blob has a wrong size: 0 bytes, it must have 1 to 2097152 (13)',
  );
  await assert.rejects(read('blobContent')('shop', 1n), { reason: 'rdk: no such blob (14)' });
  const errorOf = (method: string, ...params: readonly unknown[]) =>
    provider.send(method, [...params]).then(
      () => undefined,
      ({ error }: { error: { code: number; message: string } }) => [error.code, error.message],
    );
  assert.deepEqual(await errorOf('qor_getDABlobStatus', 'shop', 1), [-32001, 'Entity not found']);
  assert.deepEqual(await errorOf('qor_getDABlobStatus', 'é'.repeat(64), 1), [-32001, 'Entity not found']);
  assert.deepEqual(await errorOf('qor_getDABlobStatus', 'shop', -1), [-32602, 'Invalid params']);
  assert.deepEqual(await errorOf('qor_getDABlobStatus', 'shop'), [-32602, 'Invalid params']);
  assert.deepEqual(await errorOf('qor_suggestRollupProfile', ''), [-32602, 'Invalid params']);
  await close();
});

test('a node suggests a rollup profile', async (t) => {
  const { provider } = await startRollup(t);
  assert.deepEqual(await provider.send('qor_suggestRollupProfile', ['a lending market for a game']), {
    suggested_profile: 'gaming',
    confidence: 0.45,
    reasoning:
      'The description speaks of game. Profile gaming: based settlement with no proofs, a based sequencer, blocks every 200 ms, flat gas, custom machine.',
    alternative_profile: 'defi',
    profile: 'gaming',
  });
});
