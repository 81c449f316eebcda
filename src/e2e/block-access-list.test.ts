import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeRlp, getCreateAddress, JsonRpcProvider, toBeHex, Wallet } from 'ethers';
import { xqoreAddress } from '../modules/addresses.ts';
import { moduleContract } from '../testing/modules/module-contracts.ts';
import { errorText, postJson, requestText } from '../testing/raw-rpc.ts';
import { startTestNode } from '../testing/test-node.ts';

type Change = { index: string; value: string };
type Account = {
  address: string;
  storageChanges: { key: string; changes: Change[] }[];
  storageReads: string[];
  balanceChanges: Change[];
  nonceChanges: Change[];
  codeChanges: { index: string; code: string }[];
};

const word = (value: number) => toBeHex(value, 32);
/** Runtime: SSTORE(2, calldata[0]), SSTORE(3, SLOAD(3)), then STOP. The initialisation sets slot 1 to 7. */
const runtime = '5f3560025560035460035500';
const creation = `0x6007600155600c60145f39600c5ff3${'00'.repeat(5)}${runtime}`;
const integer = (hex: string) => (BigInt(hex) === 0n ? '0x' : toBeHex(BigInt(hex)));

/** The list in RLP, made from its JSON by another library. */
function inRlp(list: readonly Account[]): string {
  const pairs = (changes: readonly Change[]) => changes.map(({ index, value }) => [integer(index), integer(value)]);
  return encodeRlp(
    list.map((account) => [
      account.address,
      account.storageChanges.map(({ key, changes }) => [integer(key), pairs(changes)]),
      account.storageReads.map(integer),
      pairs(account.balanceChanges),
      pairs(account.nonceChanges),
      account.codeChanges.map(({ index, code }) => [integer(index), code]),
    ]),
  );
}

test('what a block touched, with the values after each of its steps', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const provider = new JsonRpcProvider(node.urls.http, undefined, { cacheTimeout: -1, batchStallTime: 0 });
  t.after(() => provider.destroy());
  const [alice, bob] = [3, 4].map((index) => new Wallet(node.accounts[index]?.privateKey ?? '', provider));
  assert.ok(alice && bob);
  await provider.send('evm_setAutomine', [false]);
  const fees = { maxFeePerGas: 10n ** 13n, maxPriorityFeePerGas: 10n ** 9n, gasLimit: 500_000n };
  const created = await alice.sendTransaction({ data: creation, nonce: 0, ...fees });
  const contract = getCreateAddress(created);
  await alice.sendTransaction({ to: contract, data: word(9), nonce: 1, ...fees });
  await alice.sendTransaction({ to: contract, data: word(0), nonce: 2, ...fees });
  await alice.sendTransaction({ to: bob.address, value: 5n, nonce: 3, ...fees });
  const lock = moduleContract('IXqore', xqoreAddress, bob).getFunction('lock');
  await lock.send(1_000_000n, { nonce: 0, ...fees, gasLimit: 1_000_000n });
  await provider.send('evm_mine', []);
  const list: Account[] = await provider.send('eth_getBlockAccessList', ['0x1']);
  const at = (address: string) => {
    const found = list.find((account) => account.address === address.toLowerCase());
    assert.ok(found, address);
    return found;
  };

  assert.deepEqual(
    list.map(({ address }) => address),
    list.map(({ address }) => address).sort(),
  );
  assert.deepEqual(at(contract), {
    address: contract.toLowerCase(),
    storageChanges: [
      { key: word(1), changes: [{ index: '0x1', value: word(7) }] },
      {
        key: word(2),
        changes: [
          { index: '0x2', value: word(9) },
          { index: '0x3', value: word(0) },
        ],
      },
    ],
    storageReads: [word(3)],
    balanceChanges: [],
    nonceChanges: [{ index: '0x1', value: '0x1' }],
    codeChanges: [{ index: '0x1', code: `0x${runtime}` }],
  });
  assert.deepEqual(
    at(alice.address).nonceChanges,
    [1, 2, 3, 4].map((count) => ({ index: `0x${count}`, value: `0x${count}` })),
  );
  assert.deepEqual(
    at(bob.address).balanceChanges.map(({ index }) => index),
    ['0x4', '0x5'],
  );
  const history = at('0x0000f90827f1c53a10cb7a02335b175320002935');
  assert.deepEqual(history.storageChanges, [
    {
      key: word(0),
      changes: [{ index: '0x0', value: (await provider.send('eth_getBlockByNumber', ['0x0', false])).hash }],
    },
  ]);
  assert.ok(at(xqoreAddress).balanceChanges.length > 0);
  assert.equal(at(xqoreAddress).storageChanges.length, 0, 'records of a module are no slots');

  for (const account of list) {
    const { address, balanceChanges, nonceChanges, storageChanges } = account;
    const balance = balanceChanges.at(-1)?.value ?? (await provider.send('eth_getBalance', [address, '0x0']));
    assert.equal(await provider.send('eth_getBalance', [address, '0x1']), balance, address);
    const nonce = nonceChanges.at(-1)?.value ?? (await provider.send('eth_getTransactionCount', [address, '0x0']));
    assert.equal(await provider.send('eth_getTransactionCount', [address, '0x1']), nonce, address);
    for (const { key, changes } of storageChanges)
      assert.equal(await provider.send('eth_getStorageAt', [address, key, '0x1']), changes.at(-1)?.value);
  }
  const effects: { balanceChanges: { address: string; after: string }[] } = await provider.send(
    'qord_getBlockEffects',
    ['0x1'],
  );
  assert.ok(effects.balanceChanges.length > 0);
  for (const { address, after } of effects.balanceChanges)
    assert.deepEqual(at(address).balanceChanges.at(-1), { index: '0x6', value: after }, address);
  assert.equal(await provider.send('debug_getRawBlockAccessList', ['0x1']), inRlp(list));
});

test('blocks without a list, and what is no block', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const request = (method: string, ref: string) => postJson(node.urls.http, requestText(method, [`"${ref}"`]));
  assert.deepEqual((await request('eth_getBlockAccessList', 'earliest')).result, []);
  assert.equal((await request('debug_getRawBlockAccessList', 'earliest')).result, '0xc0');
  for (const ref of ['0x9', 'pending', `0x${'12'.repeat(32)}`]) {
    assert.equal((await request('eth_getBlockAccessList', ref)).result, null, ref);
    assert.equal((await request('debug_getRawBlockAccessList', ref)).result, null, ref);
  }
  assert.match(errorText(await request('eth_getBlockAccessList', 'now')), /^-32602 /);
});
