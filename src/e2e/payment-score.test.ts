import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Interface } from 'ethers';
import { aiAnomalyAddress } from '../modules/addresses.ts';
import { aiAnomalyCheck } from '../modules/ai/calls.ts';
import { flaggedTransactions } from '../modules/ai/records.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { weiPerQor } from '../primitives/units.ts';
import { postJson } from '../testing/raw-rpc.ts';
import { signFrom } from '../testing/sign-from.ts';
import { addressOf } from '../testing/signing/hybrid.ts';
import { startTestNode } from '../testing/test-node.ts';

const ai = new Interface(['function aiAnomalyCheck(address sender, uint256 amount) view returns (uint256, bool)']);
const threshold = 0.4;

test('a payment has one score: what aiAnomalyCheck says before it, and its event after it', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const ask = async <T>(method: string, ...params: readonly unknown[]): Promise<T> => {
    const answer = await postJson(node.urls.http, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    assert.equal(answer.error, undefined, JSON.stringify(answer.error));
    return answer.result as T;
  };
  assert.equal(ai.getFunction('aiAnomalyCheck')?.selector, aiAnomalyCheck.selector);
  const sender = addressOf(8);
  const pay = async (nonce: bigint, value: bigint) => {
    const { raw } = signFrom(8, { nonce, to: addressOf(9), value, data: emptyBytes, gasLimit: 21_000n });
    await ask('eth_sendRawTransactionSync', `0x${Buffer.from(raw).toString('hex')}`);
  };
  const changes = JSON.stringify({ anomaly_threshold: String(threshold) });
  const authority = new Interface(['function setParams(string module, string changes)']);
  const to = '0x0000000000000000000000000000000000000d00';
  const data = authority.encodeFunctionData('setParams', ['ai', changes]);
  await ask('eth_sendTransactionSync', { from: addressOf(0), to, data, gas: '0xf4240' });
  await ask('anvil_setBalance', sender, `0x${(10_000n * weiPerQor).toString(16)}`);
  await pay(0n, weiPerQor);
  await ask('anvil_setBalance', sender, `0x${(99n * weiPerQor).toString(16)}`);
  const amount = 52n * weiPerQor;
  const call = { to: aiAnomalyAddress, data: ai.encodeFunctionData('aiAnomalyCheck', [sender, amount]) };
  const [score] = ai.decodeFunctionResult('aiAnomalyCheck', await ask<string>('eth_call', call, 'latest'));
  assert.equal(score, 5_000n);
  await pay(1n, amount);
  const { reader } = node.node.chain;
  const height = reader.head().number;
  const state = reader.states.at(height);
  assert.ok(state);
  assert.equal(flaggedTransactions.get(state, height, 0)?.score, Number(score));
});
