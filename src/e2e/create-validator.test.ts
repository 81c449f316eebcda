import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Connection } from '@solana/web3.js';
import { type Address, parseAddress, toBase58, toBech32, toChecksum } from '../primitives/address.ts';
import { consensusKeyTypes, signWithConsensusKey } from '../primitives/crypto/consensus-key.ts';
import { developmentAccounts, developmentConsensusKey } from '../primitives/development-accounts.ts';
import { fromHex, toHex } from '../primitives/hex.ts';
import { postJson } from '../testing/raw-rpc.ts';
import { commandsOn, runQord } from '../testing/run-qord.ts';
import { type TestConsensusKey, testConsensusKey } from '../testing/signing/consensus-keys.ts';
import { assertSupplyIsSumOfBalances } from '../testing/supply.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startTestNode } from '../testing/test-node.ts';
import { until } from '../testing/until.ts';

const names = { ed25519: 'Ed25519', secp256k1eth: 'Secp256k1eth' } as const;
const [first, , , remote] = developmentAccounts;
assert.ok(first && remote);

/** The key file as CometBFT writes it. */
function keyFileText({ type, privateKey, publicKey, address }: TestConsensusKey): string {
  const secret = type === 'ed25519' ? Buffer.concat([privateKey, publicKey]) : Buffer.from(privateKey);
  return JSON.stringify({
    address: address.slice(2).toUpperCase(),
    pub_key: { type: `tendermint/PubKey${names[type]}`, value: Buffer.from(publicKey).toString('base64') },
    priv_key: { type: `tendermint/PrivKey${names[type]}`, value: secret.toString('base64') },
  });
}

test('a validator is created with the key file of CometBFT, or with a key that signs elsewhere', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const qord = commandsOn(node);
  const call = async (method: string, ...params: readonly unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(node.urls.http, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return response.json() as Promise<{ result?: Record<string, unknown>; error?: { code: number } }>;
  };
  const create = (account: number, ...words: readonly string[]) => {
    return qord(
      'tx',
      'staking',
      'create-validator',
      `v${account}`,
      '500',
      '100000qor',
      '--from',
      `dev${account}`,
      ...words,
    );
  };
  for (const [at, type] of consensusKeyTypes.entries()) {
    const key = testConsensusKey(at, type);
    const file = join(temporaryFolder(t), 'priv_validator_key.json');
    writeFileSync(file, keyFileText(key));
    const shown = await qord('keys', 'consensus', 'show', '--validator-key', file);
    assert.deepEqual(shown, {
      ...{ type, key: toHex(key.publicKey), address: key.address },
      qorvalcons: toBech32(key.address, 'qorvalcons'),
    });
    assert.equal((await create(at + 1, '--validator-key', file)).status, 1);
    const operator: Address = developmentAccounts[at + 1]?.address ?? first.address;
    assert.equal(await qord('query', 'staking', 'operator-by-consensus', key.address), toBech32(operator));
    for (const spelling of [
      toBech32(key.address, 'qorvalcons'),
      toBech32(operator, 'qorvaloper'),
      toChecksum(operator),
    ]) {
      const { result } = await call('qor_getReputationScore', spelling);
      assert.deepEqual([result?.composite_score, result?.uptime_blocks], ['0.1', 0], spelling);
      assert.equal((await call('qor_getPoolClassification', spelling)).result?.pool, 'unclassified', spelling);
    }
  }
  const rows = async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getVoteAccounts', params: [] });
    const { current, delinquent } = (await postJson(node.urls.svm, body)).result as Record<
      string,
      { lastVote: number }[]
    >;
    return [current?.length, delinquent?.length, delinquent?.[0]?.lastVote];
  };
  assert.deepEqual(await rows(), [3, 0, undefined]);
  await call('anvil_mine', '0x90');
  assert.deepEqual(await rows(), [1, 2, 0], 'nobody runs the two others');
  const nodeId = parseAddress('0x8f6a1c1d5e0b9a3c7d2e4f60718293a4b5c6d7e8');
  assert.equal((await qord('tx', 'staking', 'set-node', nodeId, '--from', 'dev0')).status, 1);
  const web3 = new Connection(node.urls.svm, 'confirmed');
  const { current } = await web3.getVoteAccounts();
  assert.deepEqual(
    current.map(({ nodePubkey }) => nodePubkey),
    [toBase58(nodeId)],
  );
  assert.equal(await web3.getSlotLeader(), toBase58(nodeId));
  assert.ok((await web3.getLeaderSchedule())[toBase58(nodeId)]?.length);
  const { value: production } = await web3.getBlockProduction({ identity: toBase58(nodeId) });
  assert.deepEqual(Object.keys(production.byIdentity), [toBase58(nodeId)]);
  assert.equal((await qord('tx', 'staking', 'set-node', `0x${'00'.repeat(20)}`, '--from', 'dev0')).status, 1);
  assert.equal(await web3.getSlotLeader(), toBase58(first.address));
  const held = testConsensusKey(7);
  const digest = (await qord('keys', 'consensus', 'prove', remote.address, '--key', toHex(held.publicKey))).digest;
  const proof = toHex(signWithConsensusKey('ed25519', held.privateKey, fromHex(digest)));
  assert.equal((await create(3, '--key', toHex(held.publicKey), '--proof', proof)).status, 1);
  const again = await runQord(
    ['tx', 'staking', 'create-validator', 'x', '500', '100000qor', '--from', 'dev4', '--key', toHex(held.publicKey)],
    { variables: { QORD_NODE: node.urls.http, QORD_HOME: node.home } },
  );
  assert.deepEqual([again.code, again.stdout], [2, '']);
  assert.match(again.stderr, /missing --proof; qord keys consensus prove makes the proof of a key/);
  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
});

test('a node without peers names the operator as miner and the consensus key in its votes', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '20ms' } });
  const { reader } = node.node.chain;
  await until(() => reader.head().number >= 3, 'three blocks');
  assert.equal(reader.head().miner, first.address);
  const qord = commandsOn(node);
  const value = await qord('query', 'reputation', 'reputation', developmentConsensusKey.address);
  assert.ok(value.uptime_blocks > 0 && value.proposed_blocks >= value.uptime_blocks, JSON.stringify(value));
  assert.equal(value.missed_blocks, 0);
});
