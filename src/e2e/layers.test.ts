import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { mlDsaKeys } from '@qord/curves/ml-dsa';
import { totalSupply } from '../kernel/supply.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { anchorDigest } from '../modules/multilayer/anchor-text.ts';
import { concatBytes, emptyBytes } from '../primitives/bytes.ts';
import { toHex } from '../primitives/hex.ts';
import { genesisWith, type ModuleChain, openModuleChain } from '../testing/module-chain.ts';
import { signedAnchor } from '../testing/modules/signed-anchor.ts';
import { commandsOn, runQord } from '../testing/run-qord.ts';
import { assertSupplyIsSumOfBalances } from '../testing/supply.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startTestNode } from '../testing/test-node.ts';

const key = mlDsaKeys('ml-dsa-87', new Uint8Array(32).fill(7));
const root = (byte: number) => new Uint8Array(32).fill(byte);

function mineOne(testChain: ModuleChain, transaction: Transaction): number | undefined {
  return testChain.mine({ transactions: [transaction] }).receipts[0]?.status;
}

function assertSupply(testChain: ModuleChain): void {
  let sum = 0n;
  for (const [, { balance }] of testChain.exported().alloc) sum += balance;
  assert.equal(totalSupply(testChain.chain.headState()), sum);
}

function anchor({ chain }: ModuleChain, layerHeight: bigint, stateRoot: Uint8Array) {
  const state = { layerId: 'games', layerHeight, stateRoot, validatorSetHash: root(9) };
  return signedAnchor(key, state, chain.reader.identity);
}

const statusOf = (testChain: ModuleChain) =>
  (testChain.query('qor_getLayerInfo', 'games') as { status: string }).status;

/** Account 1 has a key and a sidechain, which account 0 made active. */
function openWithLayer(): ModuleChain {
  const testChain = openModuleChain(genesisWith({}));
  const facts = { description: 'Games', targetBlockTimeMs: 1_000n, maxTransactionsPerBlock: 10n, minValidators: 1n };
  const lists = { settlementIntervalBlocks: 10n, supportedVmTypes: ['evm'], supportedDomains: ['gaming'] };
  const publicKey = { algorithmId: 1n, publicKey: key.publicKey, ecdsaPublicKey: emptyBytes, keyType: 'hybrid' };
  assert.equal(mineOne(testChain, testChain.call(1, 'pqc', 'registerKey', publicKey)), 1);
  const layer = { layerId: 'games', ...facts, ...lists };
  assert.equal(mineOne(testChain, testChain.call(1, 'multilayer', 'registerSidechain', layer)), 1);
  const active = { layerId: 'games', newStatus: 'active', reason: 'reviewed' };
  assert.equal(
    mineOne(testChain, testChain.call(1, 'multilayer', 'updateLayerStatus', active)),
    0,
    'not by its creator',
  );
  assert.equal(mineOne(testChain, testChain.call(0, 'multilayer', 'updateLayerStatus', active)), 1);
  return testChain;
}

test('the life of a layer: anchors, one too early, export, import, routing, a successful challenge', () => {
  const testChain = openWithLayer();
  assert.equal(mineOne(testChain, testChain.call(2, 'multilayer', 'anchorState', anchor(testChain, 1n, root(1)))), 1);
  assert.equal(
    mineOne(testChain, testChain.call(2, 'multilayer', 'anchorState', anchor(testChain, 2n, root(2)))),
    0,
    'too early',
  );
  const route = { payload: new Uint8Array(2_000), preferredLayer: '', maxLatencyMs: 10_000n, maxFee: 1_000n };
  assert.equal(mineOne(testChain, testChain.call(3, 'multilayer', 'routeTransaction', route)), 1);
  assertSupply(testChain);

  const again = openModuleChain(testChain.exported());
  assert.deepEqual(again.query('qor_getLayerInfo', 'games'), testChain.query('qor_getLayerInfo', 'games'));
  assert.equal(totalSupply(again.chain.headState()), totalSupply(testChain.chain.headState()));

  for (const chain of [testChain, again]) {
    const other = anchor(chain, 1n, root(3));
    const fraudProof = concatBytes(other.stateRoot, other.validatorSetHash, other.signature);
    const challenge = { layerId: 'games', anchorHeight: 1n, fraudProof, reason: 'two roots' };
    const wrong = { ...challenge, fraudProof: fraudProof.subarray(1) };
    assert.equal(mineOne(chain, chain.call(4, 'multilayer', 'challengeAnchor', wrong)), 0);
    assert.equal(mineOne(chain, chain.call(4, 'multilayer', 'challengeAnchor', challenge)), 1);
    assert.equal(statusOf(chain), 'decommissioned');
    assertSupply(chain);
  }
});

test('the command line creates the key of a layer, signs an anchor and submits it', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const run = commandsOn(node);
  const password = join(temporaryFolder(t), 'password');
  writeFileSync(password, 'secret');
  const { publicKey } = await run('keys', 'pqc', 'add', 'layers', '--password-file', password);
  await run('tx', 'pqc', 'register-key', '1', publicKey, '0x', 'hybrid', '--from', 'dev1');
  const facts = ['Games', '1000', '10', '1', '10', 'evm', 'gaming'];
  await run('tx', 'multilayer', 'register-sidechain', 'games', ...facts, '--from', 'dev1');
  await run('tx', 'multilayer', 'update-layer-status', 'games', 'active', 'reviewed', '--from', 'dev0');
  const anchored = ['games', '7', '11'.repeat(32), '22'.repeat(32)];
  const { digest } = await run('query', 'multilayer', 'anchor-digest', ...anchored);
  const state = { layerId: 'games', layerHeight: 7n, stateRoot: root(0x11), validatorSetHash: root(0x22) };
  assert.equal(digest, toHex(anchorDigest(node.node.chain.reader.identity, state)));
  const { signature } = await run('keys', 'pqc', 'sign', 'layers', digest, '--password-file', password);
  await run('tx', 'multilayer', 'anchor-state', ...anchored, signature, '3', '0x', '--from', 'dev2');
  const { stateRoot } = await run('query', 'multilayer', 'anchor-of', 'games', '7');
  assert.equal(stateRoot, `0x${'11'.repeat(32)}`);
  const early = ['games', '8', '11'.repeat(32), '22'.repeat(32), signature, '3', '0x', '--from', 'dev2'];
  const failed = await runQord(['tx', 'multilayer', 'anchor-state', ...early], {
    variables: { QORD_NODE: node.urls.http, QORD_HOME: node.home },
  });
  assert.equal(failed.code, 1);
  assert.match(failed.stderr, /multilayer: .*the next may come in block \d+ \(9\)/);

  const others = ['games', '7', '33'.repeat(32), '22'.repeat(32)];
  const { digest: otherDigest } = await run('query', 'multilayer', 'anchor-digest', ...others);
  const other = await run('keys', 'pqc', 'sign', 'layers', otherDigest, '--password-file', password);
  const proof = `0x${'33'.repeat(32)}${'22'.repeat(32)}${other.signature.slice(2)}`;
  await run('tx', 'multilayer', 'challenge-anchor', 'games', '7', proof, 'two states', '--from', 'dev3');
  assert.equal((await run('query', 'multilayer', 'anchor-of', 'games', '7')).rejected, true);
  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
});
