import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { base58 } from '@scure/base';
import { getBytes, Wallet } from 'ethers';
import { groth16Fixture } from '../testing/groth16/fixture.ts';
import { snarkjsKey, snarkjsProof } from '../testing/groth16/snarkjs-form.ts';
import { commandsOn } from '../testing/run-qord.ts';
import { assertSupplyIsSumOfBalances } from '../testing/supply.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startTestNode } from '../testing/test-node.ts';

/** The commands of docs/proofs.md, in its order. */
const page = readFileSync(new URL('../../docs/proofs.md', import.meta.url), 'utf8');

const root = (byte: number) => `0x${byte.toString(16).padStart(2, '0').repeat(32)}`;

async function start(t: TestContext) {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const folder = temporaryFolder(t);
  const password = join(folder, 'password');
  writeFileSync(password, 'secret');
  const run = commandsOn(node);
  const ask = async (method: string, ...params: readonly unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const reply = await fetch(node.urls.http, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return ((await reply.json()) as { result: Record<string, unknown> }).result;
  };
  const addKey = async (name: string): Promise<string> =>
    (await run('keys', 'pqc', 'add', name, '--password-file', password)).publicKey;
  const signPqc = async (name: string, message: string): Promise<string> =>
    (await run('keys', 'pqc', 'sign', name, message, '--password-file', password)).signature;
  const pass = async (seconds: number) => {
    await ask('evm_increaseTime', seconds);
    await ask('evm_mine');
  };
  const close = async () => {
    await node.close();
    await assertSupplyIsSumOfBalances(node.home);
  };
  return { node, folder, run, ask, addKey, signPqc, pass, close };
}

/** Writes the program of that name from the page into a folder and runs it there; returns what it prints. */
async function runExample(folder: string, name: string, ...words: readonly string[]): Promise<string> {
  const program = [...page.matchAll(/```js\n([\s\S]*?)```/g)].find(([, text = '']) =>
    text.startsWith(`// ${name}`),
  )?.[1];
  assert.ok(program, name);
  writeFileSync(join(folder, name), program);
  const { stdout } = await promisify(execFile)(process.execPath, [name, ...words], { cwd: folder });
  return stdout.trim();
}

test('a batch is proven: the key and the proof of a prover in the form of the node', async (t) => {
  const { folder, run, ask, close } = await start(t);
  const { verifyingKey, prove } = groth16Fixture();
  await run('tx', 'rdk', 'create-rollup', 'bank', 'defi', '10000qor', '--from', 'dev1');
  const statement = ['bank', '1', root(0), root(1), root(0), root(0), '7'];
  const input = BigInt((await run('query', 'rdk', 'batch-input', ...statement)).input);
  writeFileSync(join(folder, 'verification_key.json'), JSON.stringify(snarkjsKey(verifyingKey)));
  writeFileSync(join(folder, 'proof.json'), JSON.stringify(snarkjsProof(prove([input]))));
  await runExample(folder, 'proof-bytes.mjs');
  await run('tx', 'rdk', 'set-verification-key', 'bank', `@${join(folder, 'key.bin')}`, '--from', 'dev1');
  const proof = `@${join(folder, 'proof.bin')}`;
  await run('tx', 'rdk', 'submit-batch', 'bank', '1', root(1), '--tx-count', '7', '--proof', proof, '--from', 'dev1');
  assert.equal((await ask('qor_getSettlementBatch', 'bank', 1)).status, 'finalized');
  await close();
});

test('a wrong batch is challenged with what shows the fraud, and all that was built on it falls', async (t) => {
  const { folder, run, ask, close } = await start(t);
  await run('tx', 'rdk', 'create-rollup', 'shop', 'custom', '10000qor', '--from', 'dev1');
  for (const index of [1, 2]) await run('tx', 'rdk', 'submit-batch', 'shop', `${index}`, root(index), '--from', 'dev1');
  const evidence = join(folder, 'evidence');
  writeFileSync(evidence, 'transaction 3 spends twice');
  for (const index of ['1', '2'])
    await run('tx', 'rdk', 'challenge-batch', 'shop', index, '--proof', `@${evidence}`, '--from', 'dev2');
  const shown = await run('query', 'rdk', 'challenge', 'shop', '1');
  assert.equal(Buffer.from(shown.proof.replace(/^0x/, ''), 'hex').toString(), 'transaction 3 spends twice');
  await run('tx', 'rdk', 'resolve-challenge', 'shop', '1', 'true', '--from', 'dev0');
  await run('tx', 'rdk', 'reclaim-bond', 'shop', '2', '--from', 'dev2');
  for (const index of [1, 2]) assert.equal((await ask('qor_getSettlementBatch', 'shop', index)).status, 'rejected');
  await close();
});

test('bitcoin is attested, staked and released, and a checkpoint is reported', async (t) => {
  const { run, ask, close } = await start(t);
  const params = JSON.stringify({ enabled: true, epoch_length: 2, checkpoint_interval: 1, unbonding_period: 6 });
  await run('tx', 'authority', 'set-params', 'babylon', params, '--from', 'dev0');
  const [first, second] = [root(0xa1), root(0xa2)];
  await run('tx', 'babylon', 'attest-stake', first, '250000', 'dev2', '900000', '--from', 'dev0');
  await run('tx', 'babylon', 'restake', first, '250000', 'dev0', '--from', 'dev2');
  await run('tx', 'babylon', 'unbond', '1', '--from', 'dev2');
  const [{ key, value }] = (await ask('qord_listRecords', 'babylon', 'epoch_snapshot', [])) as unknown as [
    { key: [number]; value: { block_height: number } },
  ];
  const { stateRoot } = await run('query', 'block', `${value.block_height}`);
  const block = `${'00'.repeat(8)}${'ab'.repeat(24)}`;
  await run('tx', 'babylon', 'submit-checkpoint', `${key[0]}`, block, '900003', stateRoot, '--from', 'dev0');
  assert.equal((await run('query', 'babylon', 'checkpoint-of', `${key[0]}`)).status, 'pending');
  await run('tx', 'babylon', 'attest-stake', second, '250000', 'dev2', '900020', '--from', 'dev0');
  for (let blocks = 0; blocks < 4; blocks++) await ask('evm_mine');
  const { qor } = await run('address', 'dev2');
  assert.equal((await ask('qor_getBTCStakingPosition', qor)).status, 'withdrawn');
  await close();
});

test('a bridged asset comes with the proof of a committee, and leaves with an attestation', async (t) => {
  const { folder, run, addKey, signPqc, close } = await start(t);
  const publicKey = await addKey('mine');
  const committee = generateKeyPairSync('ed25519');
  const raw = committee.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
  await run('tx', 'bridge', 'set-verifier-bootstrap', 'ethereum', `0x${raw}`, '1', '--from', 'dev0');
  const open = ['--status', 'active', '--verifier', 'ed25519', '--from', 'dev0'];
  await run('tx', 'bridge', 'update-chain-config', 'ethereum', ...open);
  await run('tx', 'bridge', 'register-validator', publicKey, 'ethereum', '--from', 'dev0');
  const facts = ['ethereum', '0x01', 'USDC', '25'];
  await run('tx', 'bridge', 'deposit', ...facts, '--from', 'dev1');
  const { operationId } = await run('query', 'bridge', 'deposit-id', ...facts, 'dev1');
  const words = ['ethereum', 'deposit', operationId, '0x01', '25', 'USDC'];
  const text = words.join('|');
  const proof = join(folder, 'proof.bin');
  writeFileSync(proof, Buffer.concat([Buffer.of(0), sign(null, Buffer.from(text), committee.privateKey)]));
  const signed = ['--pqc-signature', await signPqc('mine', text)];
  await run('tx', 'bridge', 'attest', ...words, '--proof', `@${proof}`, ...signed, '--from', 'dev0');
  assert.equal((await run('query', 'bridge', 'operation', operationId)).is_proven, true);
  assert.equal((await run('query', 'bridge', 'balance-of', 'ethereum', 'USDC', 'dev1')).amount, '25');

  const destination = `0x${'42'.repeat(20)}`;
  await run('tx', 'bridge', 'withdraw', 'ethereum', destination, 'USDC', '20', '--from', 'dev1');
  const operations: readonly { key: [string]; value: { type: string } }[] = await run('query', 'bridge', 'operation');
  const withdrawal = operations.find(({ value }) => value.type === 'withdrawal')?.key[0] ?? '';
  const released = ['ethereum', 'withdrawal_complete', withdrawal, '0xfeed', '20', 'USDC'];
  const signature = await signPqc('mine', released.join('|'));
  await run('tx', 'bridge', 'attest', ...released, '--pqc-signature', signature, '--from', 'dev0');
  assert.equal((await run('query', 'bridge', 'operation-of', withdrawal)).status, 'executed');
  await close();
});

test('both keys sign a rotation and a migration', async (t) => {
  const { run, ask, addKey, signPqc, close } = await start(t);
  const keys = [await addKey('one'), await addKey('two'), await addKey('three')];
  const [one = '', two = '', three = ''] = keys.map((key) => key.replace(/^0x/, ''));
  await run('tx', 'pqc', 'register-key', '1', `0x${one}`, '0x', 'hybrid', '--from', 'dev1');
  const account = String((await run('address', 'dev1')).qor);
  const { digest } = await run('query', 'pqc', 'rotation-digest', account, `0x${two}`);
  const rotation = [await signPqc('one', digest), await signPqc('two', digest)];
  await run('tx', 'pqc', 'rotate-key', `0x${two}`, ...rotation, '--from', 'dev1');
  assert.equal((await ask('qor_getPQCKeyStatus', account)).public_key, Buffer.from(two, 'hex').toString('base64'));
  await run('tx', 'pqc', 'add-algorithm', '3', 'newer', 'ml-dsa-87', '--from', 'dev0');
  await run('tx', 'pqc', 'deprecate-algorithm', '1', '1000', '3', '--from', 'dev0');
  const { digest: move } = await run('query', 'pqc', 'migration-digest', account, `0x${three}`, '3');
  const migration = [await signPqc('two', move), await signPqc('three', move)];
  await run('tx', 'pqc', 'migrate-key', `0x${three}`, '3', ...migration, '--from', 'dev1');
  const { public_key, algorithm_id } = await ask('qor_getPQCKeyStatus', account);
  assert.deepEqual([public_key, algorithm_id], [Buffer.from(three, 'hex').toString('base64'), 3]);
  await close();
});

test('a session key acts for an account, and an SVM-only account pays', async (t) => {
  const { node, run, ask, close } = await start(t);
  const [owner, to] = [node.accounts[1]?.address ?? '', node.accounts[9]?.address ?? ''];
  const balance = async () => BigInt(String(await ask('eth_getBalance', to, 'latest')));
  const before = await balance();
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = `0x${publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')}`;
  const signed = (digest: string) => `0x${sign(null, Buffer.from(digest.slice(2), 'hex'), privateKey).toString('hex')}`;
  await run('tx', 'abstractaccount', 'create', 'session_based', '--from', 'dev1');
  await run(
    'tx',
    'abstractaccount',
    'register-authenticator',
    'ed25519',
    key,
    'send,evm',
    '0',
    'app',
    '--from',
    'dev1',
  );
  const payment = [to, '2qor', '0'];
  const own = [owner, 'ed25519', key];
  const { digest } = await run('query', 'abstractaccount', 'native-digest-v2', ...own, ...payment);
  await run('tx', 'abstractaccount', 'execute-native', ...own, signed(digest), ...payment, '--from', 'dev2');

  const session = new Wallet(`0x${'07'.repeat(32)}`);
  const { compressedPublicKey } = session.signingKey;
  const nonceOf = async () => String(Number(await ask('eth_getTransactionCount', owner, 'latest')));
  for (const name of [compressedPublicKey, session.address.toLowerCase()]) {
    const web = [owner, 'secp256k1', name];
    await run(
      ...['tx', 'abstractaccount', 'register-authenticator', 'secp256k1', name, 'evm', '0', 'web'],
      '--from',
      'dev1',
    );
    const call = [to.toLowerCase(), '3qor', '0x', await nonceOf()];
    const asked = await run('query', 'abstractaccount', 'evm-digest-v2', ...web, ...call, '100000');
    const byKey = name === compressedPublicKey ? session.signingKey.sign(asked.digest).serialized : undefined;
    const signature = byKey ?? (await session.signMessage(getBytes(asked.digest)));
    await run('tx', 'abstractaccount', 'execute-evm', ...web, signature, ...call, '100000', '--from', 'dev2');
  }
  assert.equal((await balance()) - before, 8n * 10n ** 18n);

  const svm = base58.encode(Buffer.from(key.slice(2), 'hex'));
  await run('tx', 'svm', 'deposit', svm, '--value', '2qor', '--from', 'dev1');
  const back = await run('query', 'svm', 'withdrawal-digest', svm, to, '1qor');
  await run('tx', 'svm', 'withdraw', svm, to, '1qor', signed(back.digest), '--from', 'dev1');
  assert.equal((await balance()) - before, 9n * 10n ** 18n);
  await close();
});
