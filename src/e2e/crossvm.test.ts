import assert from 'node:assert/strict';
import { test } from 'node:test';
import { totalSupply } from '../kernel/supply.ts';
import { bankAddress } from '../modules/bank/address.ts';
import { bank } from '../modules/bank/index.ts';
import { encodeAbi } from '../primitives/abi/encode.ts';
import { parseSignature } from '../primitives/abi/type.ts';
import { zeroAddress } from '../primitives/address.ts';
import { concatBytes } from '../primitives/bytes.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { fromHex } from '../primitives/hex.ts';
import { genesisWith, openModuleChain } from '../testing/module-chain.ts';

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
