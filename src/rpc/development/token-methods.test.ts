import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import { fromHex } from '../../primitives/hex.ts';
import { alice, bob, contracts } from '../../testing/evm-interface.ts';
import { createDevelopmentInterface } from '../../testing/interfaces/development-interface.ts';
import { postJson, requestText } from '../../testing/raw-rpc.ts';
import { startTestNode } from '../../testing/test-node.ts';

const token = `0x${'00'.repeat(19)}e7`;
const digits = (value: number | bigint | string) => BigInt(value).toString(16).padStart(64, '0');
/** PUSH0 SLOAD POP, as one that can be paused; then the entry of the first argument in the mapping of slot 7 */
const code = '0x5f54506004355f52600760205260405f20545f5260205ff3';

function start(t: TestContext) {
  const stop = new AbortController();
  t.after(() => stop.abort());
  return createDevelopmentInterface(stop.signal, {});
}

test('a token balance is set in the slot that balanceOf reads', async (t) => {
  const { result } = start(t);
  await result('anvil_setCode', token, code);
  const balance = (owner: string) => result('eth_call', { to: token, data: `0x70a08231${digits(owner)}` });
  const slot = keccakHash(fromHex(`0x${digits(bob)}${digits(7)}`));
  for (const method of ['anvil_dealERC20', 'hardhat_dealERC20', 'anvil_setERC20Balance', 'hardhat_setERC20Balance']) {
    for (const amount of [500, 0, 2n ** 256n - 1n]) {
      assert.equal(await result(method, bob, token, `0x${amount.toString(16)}`), null);
      assert.equal(await balance(bob), `0x${digits(amount)}`);
      assert.equal(await result('eth_getStorageAt', token, slot), `0x${digits(amount)}`);
    }
  }
  assert.equal(await result('eth_getStorageAt', token, '0x0'), `0x${digits(0)}`, 'what is read besides stays');
  assert.equal(await balance(alice), `0x${digits(0)}`);
});

test('a contract that is no token keeps its storage', async (t) => {
  const { result, fault } = start(t);
  const words = (address: string) => `-32000 no storage slot of ${address} is what its balanceOf returns`;
  assert.equal(await fault('anvil_dealERC20', bob, contracts.reader, '0x5'), words(contracts.reader));
  assert.equal(await fault('anvil_dealERC20', bob, alice, '0x0'), words(alice));
  assert.equal(await result('eth_getStorageAt', contracts.reader, '0x0'), `0x${digits(0x2a)}`);
});

test('the slot is found by a thread too', async (t) => {
  const { urls } = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const ask = async (method: string, ...params: readonly unknown[]) => {
    const texts = params.map((each) => JSON.stringify(each));
    return (await postJson(urls.http, requestText(method, texts))).result;
  };
  assert.equal(await ask('anvil_setCode', token, code), null);
  assert.equal(await ask('anvil_dealERC20', bob, token, '0x5'), null);
  assert.equal(await ask('eth_call', { to: token, data: `0x70a08231${digits(bob)}` }), `0x${digits(5)}`);
});
