import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHex } from '../../primitives/hex.ts';
import { quantity } from '../../primitives/quantity.ts';
import { assemble } from '../../testing/evm/assemble.ts';
import { alice, bob } from '../../testing/evm-interface.ts';
import { now, start, stranger, word } from '../../testing/interfaces/development-session.ts';
import { errorText, postJson, type RawResponse, requestText } from '../../testing/raw-rpc.ts';
import { startTestNode } from '../../testing/test-node.ts';

const teller = `0x${'d1'.repeat(20)}`;
/**
 * Returns TIMESTAMP, NUMBER, COINBASE, PREVRANDAO, GASLIMIT, slot 0 and the balance of `stranger`; with an argument it
 * sets slot 0 to it instead.
 */
const tellerCode = `0x3615600a575f355f55005b425f5243602052416040524460605245608052${'5f5460a052'}73${stranger.slice(2)}3160c05260e05ff3`;
/** Reverts before the time that its argument names. */
const gate = `0x${'d2'.repeat(20)}`;
const gateCode = '0x5f354210600857005b5f5ffd';

const reader = `0x${'d3'.repeat(20)}`;

const reads: readonly (readonly [string, ...unknown[]])[] = [
  ['eth_getBalance', stranger],
  ['eth_getBalance', alice],
  ['eth_getTransactionCount', alice],
  ['eth_getCode', teller],
  ['eth_getStorageAt', teller, '0x0'],
  ['eth_getStorageValues', { [teller]: ['0x0'] }],
  ['eth_getAccount', stranger],
  ['eth_getAccountInfo', alice],
  ['eth_getProof', alice, []],
  ['eth_getProof', teller, ['0x0', '0x1']],
  ['eth_getProof', `0x${'e7'.repeat(20)}`, []],
  ['eth_call', { to: teller }],
  ['eth_estimateGas', { from: alice, to: teller, data: word(43) }],
  ['eth_createAccessList', { from: bob, to: teller }],
  ['eth_getBlockTransactionCountByNumber'],
];

test('everything at pending is what it is at latest once that block is made', async (t) => {
  const { result, block } = start(t);
  await result('anvil_setCode', teller, tellerCode);
  await result('evm_setAutomine', false);
  await result('evm_setNextBlockTimestamp', now + 9_000);
  await result('anvil_setNextBlockBaseFeePerGas', quantity(77_000_000_000n));
  await result('anvil_setPrevRandao', word(7));
  await result('anvil_setCoinbase', stranger);
  await result('eth_sendTransaction', { from: alice, to: teller, data: word(42) });
  await result('eth_sendTransaction', { from: alice, to: stranger, value: '0x63' });
  const at = async (tag: string) => {
    const results: unknown[] = [];
    for (const [method, ...params] of reads) results.push([method, await result(method, ...params, tag)]);
    const { hash, nonce, miner, transactions, ...rest } = { nonce: '', ...(await block(tag)) };
    return { results, rest, hashes: transactions.map((tx) => tx.hash) };
  };
  const before = await at('latest');
  const pending = await at('pending');
  assert.equal(Number(pending.rest.timestamp), now + 9_000);
  assert.equal(pending.hashes.length, 2);
  assert.notDeepEqual(pending.results, before.results);
  assert.deepEqual(await at('latest'), before, 'latest is the newest block');
  await result('evm_mine');
  assert.deepEqual(await at('latest'), pending);
});

test('what is set for the next block is in the pending one at once', async (t) => {
  const { result, block } = start(t);
  await result('anvil_setCode', teller, tellerCode);
  const told = async (index: number) => {
    const text = (await result('eth_call', { to: teller }, 'pending')) as string;
    return BigInt(`0x${text.slice(2 + 64 * index, 66 + 64 * index)}`);
  };
  assert.equal(await told(1), 2n);
  await result('evm_increaseTime', 5_000);
  assert.equal(await told(0), BigInt(now + 5_000));
  await result('evm_setNextBlockTimestamp', now + 7_000);
  assert.equal(await told(0), BigInt(now + 7_000));
  await result('anvil_setBlockTimestampInterval', 3);
  assert.equal(Number((await block('pending')).timestamp), now + 7_000);
  await result('evm_mine');
  assert.equal(await told(0), BigInt(now + 7_003));
  await result('anvil_setCoinbase', stranger);
  assert.equal(await told(2), BigInt(stranger));
  await result('anvil_setPrevRandao', word(9));
  assert.equal(await told(3), 9n);
  await result('evm_setBlockGasLimit', 5_000_000);
  assert.equal(await told(4), 5_000_000n);
  const feesAfter = () => result('eth_feeHistory', 1, 'latest', []);
  const usual = await feesAfter();
  await result('anvil_setNextBlockBaseFeePerGas', '0x123');
  assert.equal((await block('pending')).baseFeePerGas, '0x123');
  assert.notDeepEqual(await feesAfter(), usual);
  const fees = (await result('eth_feeHistory', 1, 'latest', [])) as { baseFeePerGas: string[] };
  assert.equal(fees.baseFeePerGas[1], '0x123');
  const simulated = (await result('eth_simulateV1', { blockStateCalls: [{}] }, 'pending')) as { number: string }[];
  assert.equal(Number(simulated[0]?.number), 4, 'after the pending block');
});

test('estimates and transactions that are filled are for the next block', async (t) => {
  const { result, fault, send } = start(t);
  await result('anvil_setCode', gate, gateCode);
  const call = { from: alice, to: gate, data: word(now + 4_000) };
  assert.match(await fault('eth_estimateGas', call), /execution reverted/);
  await result('evm_increaseTime', 5_000);
  assert.match(String(await result('eth_estimateGas', call)), /^0x/);
  assert.match(await fault('eth_estimateGas', call, 'latest'), /execution reverted/);
  assert.match(String(await result('eth_fillTransaction', call).then(JSON.stringify)), /"gas":"0x/);
  const receipt = (await result('eth_getTransactionReceipt', await send(call))) as { status: string };
  assert.equal(receipt.status, '0x1');
  // the beginning of that block, which stores the hash of its parent (EIP-2935), counts
  const history = 0x0000f90827f1c53a10cb7a02335b175320002935n;
  const compare = assemble(
    ...[1, 'NUMBER', 'SUB', 0, 'MSTORE', 32, 0, 32, 0, history, 'GAS', 'STATICCALL', 'POP'],
    ...[1, 'NUMBER', 'SUB', 'BLOCKHASH', 0, 'MLOAD', 'EQ'],
  );
  const code = assemble(compare, compare.length + 8, 'JUMPI', 0, 0, 'REVERT', 'JUMPDEST');
  await result('anvil_setCode', reader, toHex(code));
  assert.match(String(await result('eth_estimateGas', { from: alice, to: reader })), /^0x/);
  // what waits counts: these coins are still in the pool
  await result('evm_setAutomine', false);
  await result('eth_sendTransaction', { from: alice, to: stranger, value: '0x64' });
  assert.equal(await result('eth_estimateGas', { from: stranger, to: bob, value: '0x64' }), '0x5208');
  assert.match(
    await fault('eth_estimateGas', { from: stranger, to: bob, value: '0x65' }),
    /insufficient funds|allowance/,
  );
});

test('threads execute at the pending block, too, and follow it', { timeout: 600_000 }, async (t) => {
  const { urls } = await startTestNode(t, { flags: { 'json-rpc.execution-threads': '1' } });
  const ask = (method: string, ...params: unknown[]): Promise<RawResponse> =>
    postJson(
      urls.http,
      requestText(
        method,
        params.map((param) => JSON.stringify(param)),
      ),
    );
  await ask('evm_setAutomine', false);
  const sum = async (balance: number) => {
    await ask('eth_sendTransaction', { from: alice, to: stranger, value: '0x1' });
    const trace = await ask(
      'debug_traceCall',
      { from: stranger, to: bob, value: quantity(BigInt(balance)) },
      'pending',
      {},
    );
    return errorText(trace).includes('"failed":false');
  };
  assert.equal(await sum(1), true);
  assert.equal(await sum(2), true);
  assert.equal(await sum(4), false, 'three are pending');
  const calls = await Promise.all(
    Array.from({ length: 20 }, () => ask('debug_traceCall', { from: stranger, to: bob, value: '0x3' }, 'pending', {})),
  );
  for (const call of calls) assert.match(errorText(call), /"failed":false/);
  const estimate = (value: string) =>
    ask('eth_estimateGas', { from: stranger, to: bob, value, data: `0x${'00'.repeat(40_000)}` });
  assert.equal(typeof (await estimate('0x3')).result, 'string');
  assert.match(errorText(await estimate('0x4')), /insufficient funds/);
  await ask('evm_mine');
  assert.equal(await sum(4), true);
  assert.match(errorText(await estimate('0x5')), /insufficient funds/);
  assert.equal(typeof (await estimate('0x4')).result, 'string');
});
