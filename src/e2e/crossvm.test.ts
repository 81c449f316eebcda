import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { base58 } from '@scure/base';
import { Connection, PublicKey } from '@solana/web3.js';
import * as z from 'zod';
import { totalSupply } from '../kernel/supply.ts';
import { bankAddress, crossvmAddress } from '../modules/addresses.ts';
import { bank } from '../modules/bank/index.ts';
import { encodeAbi } from '../primitives/abi/encode.ts';
import { parseSignature } from '../primitives/abi/type.ts';
import { toBase58 } from '../primitives/address.ts';
import { concatBytes } from '../primitives/bytes.ts';
import { ed25519PublicKey, signEd25519 } from '../primitives/crypto/ed25519.ts';
import { fromHex, toHex } from '../primitives/hex.ts';
import { genesisWith, openModuleChain } from '../testing/module-chain.ts';
import { runQord } from '../testing/run-qord.ts';
import { accountOf } from '../testing/sign-from.ts';
import { assertSupplyIsSumOfBalances } from '../testing/supply.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startTestNode } from '../testing/test-node.ts';

const recipient = accountOf(9);
const qor = 10n ** 18n;

function sendPayload(amount: bigint): Uint8Array {
  const { inputs } = parseSignature('send(string to, uint256 amount, string memo)');
  const selector = bank.calls.find(({ name }) => name === 'send')?.selector ?? '0x';
  return concatBytes(fromHex(selector), encodeAbi(inputs, { to: recipient, amount, memo: '' }));
}

test('a message runs after its block, one fails, one times out; an exported chain continues', () => {
  const gas = { max_message_gas: '100000', max_block_gas: '100000' };
  const testChain = openModuleChain(genesisWith({ crossvm: { params: { ...gas, queue_timeout_blocks: 1 } } }));
  const before = testChain.chain.headState().account(recipient)?.balance ?? 0n;
  const fields = { sourceVm: 'cosmwasm', targetVm: 'evm', targetContract: bankAddress, funds: 0n };
  const call = (amount: bigint) => testChain.call(1, 'crossvm', 'call', { ...fields, payload: sendPayload(amount) });
  const { receipts } = testChain.mine({ transactions: [call(5_000_000n), call(10n ** 30n), call(1n), call(1n)] });
  assert.deepEqual(
    receipts.map(({ status }) => status),
    [1, 1, 1, 1],
  );
  const messageOf = (chain: typeof testChain, number: number) =>
    chain.query('qor_getCrossVMMessage', `crossvm-0000000${number}`) as { status: string; error?: string };
  assert.equal(messageOf(testChain, 1).status, 'executed');
  assert.equal((testChain.chain.headState().account(recipient)?.balance ?? 0n) - before, 5n * qor);
  assert.equal(messageOf(testChain, 2).status, 'pending');
  const again = openModuleChain(testChain.exported());
  assert.equal(totalSupply(again.chain.headState()), totalSupply(testChain.chain.headState()));
  testChain.mine();
  assert.deepEqual(
    [messageOf(testChain, 2).status, messageOf(testChain, 2).error],
    ['failed', 'execution reverted: bank: the balance does not suffice (3)'],
  );
  testChain.mine();
  assert.deepEqual([messageOf(testChain, 3).status, messageOf(testChain, 4).status], ['timed_out', 'timed_out']);
  again.mine();
  assert.equal(messageOf(again, 2).status, 'failed');
  testChain.assertSupply();
  again.assertSupply();
});

test('the command line queues messages, and calls of programs are rejected', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const run = (...words: string[]) =>
    runQord(words, { variables: { QORD_NODE: node.urls.http, QORD_HOME: node.home } });
  const words = ['tx', 'crossvm', 'call', 'cosmwasm', 'evm', recipient, '--payload', '01', '--funds', '2qor'];
  const queued = await run(...words, '--from', 'dev2', '--json');
  assert.deepEqual([queued.code, queued.stderr], [0, '']);
  const { stdout } = await run('query', 'crossvm', 'message', '1', '--json');
  assert.match(stdout, /"status":"executed"/);
  const missing = await run('tx', 'crossvm', 'call', 'cosmwasm', 'evm', recipient, '--from', 'dev2');
  assert.match(missing.stderr, /the payload must not be empty, unless funds go to the SVM side/);
  const program = join(temporaryFolder(t), 'program.so');
  writeFileSync(program, Uint8Array.of(0x7f, 0x45, 0x4c, 0x46));
  for (const file of [program, `@${program}`]) {
    const rejected = await run('tx', 'svm', 'deploy-program', file, '--from', 'dev2');
    assert.equal(rejected.code, 1);
    assert.match(rejected.stderr, /svm: SVM module is disabled \(11\)/);
  }
  const absent = await run('tx', 'svm', 'deploy-program', 'none.so', '--from', 'dev2');
  assert.equal(absent.code, 2);
  assert.match(absent.stderr, /neither hex digits, two to a byte, nor a file: none\.so/);
  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
});

test('the command line moves QOR to an SVM-only key and back, and every command accepts such keys', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const run = (...words: string[]) =>
    runQord(words, { variables: { QORD_NODE: node.urls.http, QORD_HOME: node.home } });
  const privateKey = new Uint8Array(32).fill(11);
  const key = ed25519PublicKey(privateKey);
  const account = base58.encode(key);
  const lamports = async (of: string) => new Connection(node.urls.svm).getBalance(new PublicKey(of));
  assert.deepEqual([await lamports(account), await lamports('1'.repeat(32))], [0, 1]);

  const there = await run('tx', 'crossvm', 'call', 'evm', 'svm', account, '--funds', '2qor', '--from', 'dev2');
  assert.deepEqual([there.code, there.stderr], [0, '']);
  assert.equal(await lamports(account), 2_000_000_000);
  assert.equal((await new Connection(node.urls.svm).getSignaturesForAddress(new PublicKey(account))).length, 1);
  const payload = ['--payload', '01', '--funds', '1qor', '--from', 'dev2'];
  const refused = await run('tx', 'crossvm', 'call', 'evm', 'svm', account, ...payload);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /SVM module is disabled/);
  assert.deepEqual([await lamports(account), await lamports(toBase58(crossvmAddress))], [2_000_000_000, 0]);

  const [before, words] = [await lamports(toBase58(recipient)), [account, recipient, '2qor']];
  const asked = await run('query', 'svm', 'withdrawal-digest', ...words, '--json');
  const { digest } = z.object({ digest: z.string() }).parse(JSON.parse(asked.stdout));
  const proof = toHex(concatBytes(key, signEd25519(fromHex(digest), privateKey)));
  const back = ['tx', 'crossvm', 'call', 'svm', 'evm', recipient, '--payload', proof, '--funds', '2qor'];
  const returned = await run(...back, '--from', 'dev3');
  assert.deepEqual([returned.code, returned.stderr], [0, '']);
  assert.deepEqual([await lamports(account), await lamports(toBase58(recipient))], [0, before + 2_000_000_000]);

  const shown = await run('address', account);
  assert.match(shown.stdout, /can hold lamports[\s\S]*tx svm deposit[\s\S]*crossvm call evm svm[\s\S]*tx svm withdraw/);
  const sent = await run('tx', 'send', account, '1qor', '--from', 'dev2');
  assert.match(sent.stderr, /can hold lamports through svm deposit/);
  const native = await run('tx', 'svm', 'deposit', toBase58(recipient), '--value', '1qor', '--from', 'dev2');
  assert.match(native.stderr, /a native account receives by a plain transfer/);
  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
});
