import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { totalSupply } from '../kernel/supply.ts';
import { bankAddress } from '../modules/addresses.ts';
import { bank } from '../modules/bank/index.ts';
import { encodeAbi } from '../primitives/abi/encode.ts';
import { parseSignature } from '../primitives/abi/type.ts';
import { zeroAddress } from '../primitives/address.ts';
import { concatBytes } from '../primitives/bytes.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { fromHex } from '../primitives/hex.ts';
import { genesisWith, openModuleChain } from '../testing/module-chain.ts';
import { runQord } from '../testing/run-qord.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startTestNode } from '../testing/test-node.ts';

const recipient = developmentAccounts[9]?.address ?? zeroAddress;
const qor = 10n ** 18n;

function sendPayload(amount: bigint): Uint8Array {
  const { inputs } = parseSignature('send(string to, uint256 amount, string memo)');
  const selector = bank.calls.find(({ name }) => name === 'send')?.selector ?? '0x';
  return concatBytes(fromHex(selector), encodeAbi(inputs, { to: recipient, amount, memo: '' }));
}

test('a message runs after its block, one fails, one times out; the chain goes on from its export', () => {
  const gas = { max_message_gas: '100000', max_block_gas: '100000' };
  const stage = openModuleChain(genesisWith({ crossvm: { params: { ...gas, queue_timeout_blocks: 1 } } }));
  const before = stage.chain.headState().account(recipient)?.balance ?? 0n;
  const wish = { sourceVm: 'cosmwasm', targetVm: 'evm', targetContract: bankAddress, funds: 0n };
  const call = (amount: bigint) => stage.call(1, 'crossvm', 'call', { ...wish, payload: sendPayload(amount) });
  const { receipts } = stage.mine({ transactions: [call(5_000_000n), call(10n ** 30n), call(1n), call(1n)] });
  assert.deepEqual(
    receipts.map(({ status }) => status),
    [1, 1, 1, 1],
  );
  const messageOf = (chain: typeof stage, number: number) =>
    chain.query('qor_getCrossVMMessage', `crossvm-0000000${number}`) as { status: string; error?: string };
  assert.equal(messageOf(stage, 1).status, 'executed');
  assert.equal((stage.chain.headState().account(recipient)?.balance ?? 0n) - before, 5n * qor);
  assert.equal(messageOf(stage, 2).status, 'pending');
  const again = openModuleChain(stage.exported());
  assert.equal(totalSupply(again.chain.headState()), totalSupply(stage.chain.headState()));
  stage.mine();
  assert.deepEqual(
    [messageOf(stage, 2).status, messageOf(stage, 2).error],
    ['failed', 'execution reverted: bank: the balance does not suffice (3)'],
  );
  stage.mine();
  assert.deepEqual([messageOf(stage, 3).status, messageOf(stage, 4).status], ['timed_out', 'timed_out']);
  again.mine();
  assert.equal(messageOf(again, 2).status, 'failed');
  stage.assertSupply();
  again.assertSupply();
});

test('the command line queues messages and is refused programs', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const run = (...words: string[]) =>
    runQord(words, { variables: { QORD_NODE: node.urls.http, QORD_HOME: node.home } });
  const words = ['tx', 'crossvm', 'call', 'cosmwasm', 'evm', recipient, '--payload', '01', '--funds', '2qor'];
  const queued = await run(...words, '--from', 'dev2', '--json');
  assert.deepEqual([queued.code, queued.stderr], [0, '']);
  const { stdout } = await run('query', 'crossvm', 'message', '1', '--json');
  assert.match(stdout, /"status":"executed"/);
  const missing = await run('tx', 'crossvm', 'call', 'cosmwasm', 'evm', recipient, '--from', 'dev2');
  assert.match(missing.stderr, /required option '--payload <bytes>' not specified/);
  const program = join(temporaryFolder(t), 'program.so');
  writeFileSync(program, Uint8Array.of(0x7f, 0x45, 0x4c, 0x46));
  for (const file of [program, `@${program}`]) {
    const refused = await run('tx', 'svm', 'deploy-program', file, '--from', 'dev2');
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /svm: SVM module is disabled \(11\)/);
  }
  const absent = await run('tx', 'svm', 'deploy-program', 'none.so', '--from', 'dev2');
  assert.equal(absent.code, 2);
  assert.match(absent.stderr, /neither hex digits, two to a byte, nor a file: none\.so/);
});
