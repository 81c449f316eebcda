import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { totalSupply } from '../../kernel/supply.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { fromHex, toHex } from '../../primitives/hex.ts';
import { postJson } from '../../testing/raw-rpc.ts';
import { startTestNode, type TestNode } from '../../testing/test-node.ts';

type Saved = { nonce: number | string; balance: string; code: string; records?: Record<string, string> };
type Accounts = Record<string, Saved>;

test('a saved state with records that a module cannot read is rejected, and changes nothing', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const ask = (method: string, ...params: unknown[]) =>
    postJson(node.urls.http, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  const load = (accounts: Accounts) => ask('anvil_loadState', pack({ accounts }));
  const { result: saved } = await ask('anvil_dumpState');
  const accounts: Accounts = JSON.parse(gunzipSync(fromHex(String(saved))).toString()).accounts;
  const modules = Object.entries(accounts).filter(([, { records }]) => records !== undefined);
  assert.ok(modules.length > 20);
  for (const [address, account] of modules) {
    for (const [key, value] of Object.entries(account.records ?? {})) {
      const wrong: Record<string, string>[] = [{ [key]: `${value}00` }, { [key]: value.slice(0, -2) || '0xff' }];
      wrong.push({ [`${key}00`]: value }, { [`0xee${key.slice(4)}`]: value }, { [key]: '0xb800' });
      for (const records of wrong.filter((each) => Object.keys(each).every((name) => name.length !== 66))) {
        if (Object.values(records).includes('0x')) continue; // removes the record
        const { error } = await load({ [address]: { ...account, records } });
        assert.equal(error?.code, -32602, JSON.stringify(records));
        assert.match(error?.message ?? '', /^invalid argument 0: 0x\w{40} is the module \w+: 0x\w+: /);
      }
    }
  }
  const slot = await ask('anvil_setStorageAt', modules[0]?.[0], '0x5', `0x${'11'.repeat(32)}`);
  assert.match(slot.error?.message ?? '', /^invalid change: 0x\w{40} is the module \w+: 0x0{63}5: /);
  assert.equal(slot.error?.code, -32602);
  const high = await load({ [`0x${'99'.repeat(20)}`]: { nonce: `0x1${'0'.repeat(16)}`, balance: '0x1', code: '0x' } });
  assert.match(high.error?.message ?? '', /^invalid argument 0: 0x9+: nonce: hex number > 64 bits/);
  assert.equal((await ask('eth_blockNumber')).result, '0x0');
  assert.equal((await ask('anvil_loadState', saved)).result, true, 'what the node itself has saved');
  await ask('anvil_mine', '0x5');
  await node.restart();
  assert.equal((await ask('anvil_mine', '0x1')).error, undefined);
});

test('the supply is the sum of all balances after the state of another network was loaded', async (t) => {
  const flags = { 'consensus.block-interval': '0s' };
  const [one, other] = [await startTestNode(t, { flags }), await startTestNode(t, { flags })];
  const ask = ({ urls }: TestNode, method: string, ...params: unknown[]) =>
    postJson(urls.http, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  await ask(one, 'anvil_setBalance', `0x${'99'.repeat(20)}`, '0x123456789');
  await ask(one, 'anvil_setBalance', one.accounts[0]?.address, '0x5');
  await ask(one, 'anvil_mine', '0x3');
  await ask(other, 'anvil_mine', '0x1');
  const { result: saved } = await ask(one, 'anvil_dumpState');
  assert.equal((await ask(other, 'anvil_loadState', saved)).result, true);
  const { chain } = other.node;
  const accounts = chain.reader.states.accountsFrom(zeroAddress, Number.MAX_SAFE_INTEGER);
  const balances = accounts.reduce((sum, [, { balance }]) => sum + balance, 0n);
  assert.equal(totalSupply(chain.headState()), balances);
});

function pack(state: object): string {
  return toHex(gzipSync(JSON.stringify(state)));
}
