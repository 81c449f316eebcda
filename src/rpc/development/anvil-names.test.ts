import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alice, bob } from '../../testing/evm-interface.ts';
import { start, stranger } from '../../testing/interfaces/development-session.ts';

const token = `0x${'00'.repeat(19)}e8`;
const digits = (value: string) => BigInt(value).toString(16).padStart(64, '0');
/** allowance(owner, spender) is the entry of both in the mapping of slot 3, as Solidity stores it. */
const allowances = '0x6004355f52600360205260405f206020526024355f5260405f20545f5260205ff3';

test('an unsigned transaction of any account with funds is submitted, and none without sender', async (t) => {
  const { result, fault, settle } = start(t);
  const tx = { from: stranger, to: bob, value: '0x5' };
  assert.match(await fault('eth_sendUnsignedTransaction', tx), /^-32000 insufficient funds for gas \* price \+ value/);
  await result('tenderly_setBalance', stranger, String(10n ** 18n));
  const before = BigInt(String(await result('eth_getBalance', bob)));
  const hash = await result('eth_sendUnsignedTransaction', tx);
  await settle();
  assert.equal(((await result('eth_getTransactionReceipt', hash)) as { from: string }).from, stranger);
  assert.equal(BigInt(String(await result('eth_getBalance', bob))) - before, 5n);
  assert.match(await fault('eth_sendTransaction', tx), /^-32000 unknown account/);
  assert.match(await fault('eth_sendUnsignedTransaction', { to: bob }), /^-32000 no sender/);
  const mined = (await result('eth_getTransactionBySenderAndNonce', stranger, '0')) as { hash: string };
  assert.equal(mined.hash, hash);
  await result('evm_setAccountNonce', stranger, '77');
  assert.equal(await result('eth_getTransactionCount', stranger), '0x4d');
  await result('tenderly_addBalance', bob, '7');
  assert.equal(BigInt(String(await result('eth_getBalance', bob))) - before, 12n);
});

test('a transaction is sent and its receipt returned; while it waits, an error names its hash', async (t) => {
  const { result, fault } = start(t);
  const receipt = (await result('eth_sendTransactionSync', { from: alice, to: bob })) as {
    status: string;
    from: string;
  };
  assert.deepEqual([receipt.status, receipt.from], ['0x1', alice]);
  await result('anvil_setAutomine', false);
  assert.match(await fault('eth_sendTransactionSync', { from: alice, to: bob }, 5), /^4 The transaction was added/);
});

test('an allowance is set in the slot that the token reads', async (t) => {
  const { result, fault } = start(t);
  await result('anvil_setCode', token, allowances);
  assert.equal(await result('anvil_setERC20Allowance', alice, bob, token, '1000'), null);
  const data = (owner: string, spender: string) => `0xdd62ed3e${digits(owner)}${digits(spender)}`;
  assert.equal(await result('eth_call', { to: token, data: data(alice, bob) }), `0x${digits('1000')}`);
  assert.equal(await result('eth_call', { to: token, data: data(bob, alice) }), `0x${digits('0')}`);
  const words = `-32000 no storage slot of ${bob} is what its allowance returns`;
  assert.equal(await fault('anvil_setERC20Allowance', alice, bob, bob, '0x1'), words);
});

test('facts that anvil tells by names of its own', async (t) => {
  const { result, fault, block } = start(t);
  assert.equal(await result('eth_networkId'), await result('net_version'));
  assert.equal(await result('anvil_getGenesisTime'), Number((await block('0x0')).timestamp));
  assert.equal(await result('anvil_getBlobByHash', `0x${'01'.repeat(32)}`), null);
  assert.match(await fault('anvil_setMinGasPrice', 1), /^-32602 anvil_setMinGasPrice is not supported/);
  await result('anvil_setNextBlockPrevRandao', `0x${'0b'.repeat(32)}`);
  const [made] = (await result('anvil_mine_detailed')) as { mixHash: string }[];
  assert.equal(made?.mixHash, `0x${'0b'.repeat(32)}`);
  await result('anvil_setStorageAt', token, '10', `0x${digits('3')}`);
  assert.equal(await result('eth_getStorageAt', token, '0xa'), `0x${digits('3')}`, 'a slot as decimal text');
});

test('a filter returns whole pending transactions, in parts that are not too long', async (t) => {
  const { result } = start(t);
  await result('anvil_setAutomine', false);
  const [hashes, whole] = [
    await result('eth_newPendingTransactionFilter'),
    await result('eth_newPendingTransactionFilter', true),
  ];
  const data = `0x${'00'.repeat(120_000)}`;
  const sent: string[] = [];
  for (let nonce = 0; nonce < 6; nonce++)
    sent.push(String(await result('eth_sendTransaction', { from: alice, to: bob, data, gas: '0x1e8480' })));
  assert.deepEqual(await result('eth_getFilterChanges', hashes), sent);
  await result('anvil_dropTransaction', sent.pop());
  const seen: { hash: string; input: string; blockHash: unknown }[] = [];
  for (let poll = 0; poll < 2; poll++) {
    const some = (await result('eth_getFilterChanges', whole)) as typeof seen;
    assert.ok(some.length > 0 && some.length < 5);
    seen.push(...some);
  }
  assert.deepEqual(await result('eth_getFilterChanges', whole), []);
  assert.deepEqual(
    seen.map(({ hash, input, blockHash }) => [hash, input, blockHash]),
    sent.map((hash) => [hash, data, null]),
  );
});

test('a trace of a call takes a block and overrides, and one of a raw transaction a block', async (t) => {
  const { result } = start(t);
  const code = '0x435f5260205ff3'; // returns NUMBER
  const overrides = { [token]: { code } };
  const traced = async (...rest: unknown[]) =>
    ((await result('trace_call', { to: token }, ...rest)) as { output: string }).output;
  await result('anvil_mine', 5);
  assert.equal(await traced(null, '0x3', overrides), `0x${digits('3')}`);
  assert.equal(await traced(['trace'], 'latest', overrides, { number: '0x63' }), `0x${digits('0x63')}`);
  assert.equal(await traced(), '0x');
  await result('anvil_setCode', token, code);
  const { raw } = (await result('eth_fillTransaction', { from: alice, to: token, gas: '0x186a0' })) as { raw: string };
  assert.ok(raw.length > 0);
  const { raw: signed } = (await result('eth_signTransaction', { from: alice, to: token, gas: '0x186a0' })) as {
    raw: string;
  };
  const replayed = async (...rest: unknown[]) =>
    ((await result('trace_rawTransaction', signed, ...rest)) as { output: string }).output;
  assert.equal(await replayed(['trace'], '0x6'), `0x${digits('6')}`);
  assert.equal(await replayed(), `0x${digits('6')}`);
  assert.equal(await replayed([], '0x5'), '0x', 'before there was code');
});
