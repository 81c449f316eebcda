import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zeroAddress } from '../../primitives/address.ts';
import { alice, bob, contracts, createEvmInterface } from '../../testing/evm-interface.ts';

const word = (value: number | bigint) => `0x${value.toString(16).padStart(64, '0')}`;

test('a call returns what the contract returns', async () => {
  const { result } = createEvmInterface();
  assert.equal(await result('eth_call', { to: contracts.reader }, 'latest'), word(0x2a));
  assert.equal(await result('eth_call', { from: alice, to: bob, value: '0x1' }), '0x');
  assert.equal(await result('eth_call', { data: '0x5f5ff3' }), '0x');
});

test('a revert is code 3 with the reason in words and its bytes as data, for calls and estimates alike', async () => {
  const { ask } = createEvmInterface();
  // Error(string) "no"
  const reason = `0x08c379a0${word(32).slice(2)}${word(2).slice(2)}${'6e6f'.padEnd(64, '0')}`;
  const panic = `0x4e487b71${word(1).slice(2)}`;
  const custom = '0xdeadbeef';
  for (const method of ['eth_call', 'eth_estimateGas']) {
    const revert = async (data: string) => (await ask(method, { to: contracts.reader, data })).error;
    assert.deepEqual(await revert(reason), { code: 3, message: 'execution reverted: no', data: reason });
    assert.deepEqual(await revert(panic), { code: 3, message: 'execution reverted: assert(false)', data: panic });
    assert.deepEqual(await revert(custom), { code: 3, message: 'execution reverted', data: custom });
  }
  const empty = (await ask('eth_call', { data: '0x5f5ffd' })).error;
  assert.deepEqual(empty, { code: 3, message: 'execution reverted', data: '0x' });
});

test('halts are named', async () => {
  const { fault } = createEvmInterface();
  assert.equal(await fault('eth_call', { data: '0xfe' }), '-32000 invalid opcode: INVALID');
  assert.equal(await fault('eth_call', { data: '0x0c' }), '-32000 invalid opcode: opcode 0xc not defined');
  assert.equal(await fault('eth_call', { data: '0x5f01' }), '-32000 stack underflow (1 <=> 2)');
  const pushing = { [bob]: { code: `0x${'5f'.repeat(1025)}` } };
  assert.equal(await fault('eth_call', { to: bob }, 'latest', pushing), '-32000 stack limit reached 1024 (1023)');
  assert.equal(await fault('eth_call', { to: contracts.spinner, gas: '0x186a0' }), '-32000 out of gas');
});

test('an execution that takes too long is stopped', async () => {
  const { fault } = createEvmInterface({ gasCap: 0n, evmTimeoutMs: 30 });
  assert.equal(await fault('eth_call', { to: contracts.spinner }), '-32000 execution aborted (timeout = 0.03s)');
});

test('gas is capped silently', async () => {
  const { result } = createEvmInterface({ gasCap: 1_000_000n });
  // GAS PUSH0 MSTORE PUSH1 20 PUSH0 RETURN
  const left = BigInt(String(await result('eth_call', { data: '0x5a5f5260205ff3', gas: '0xffffffffff' })));
  assert.ok(left > 900_000n && left < 1_000_000n);
});

test('estimates are exact', async () => {
  const { result } = createEvmInterface();
  assert.equal(await result('eth_estimateGas', { from: alice, to: bob, value: '0x1' }), '0x5208');
  for (const gas of ['0x0', '0x5207'])
    assert.equal(await result('eth_estimateGas', { from: alice, to: bob, gas }), '0x5208', 'counts as not given');
  const needed = BigInt(String(await result('eth_estimateGas', { from: alice, to: contracts.reader })));
  const call = (gas: bigint) => ({ to: contracts.reader, gas: `0x${gas.toString(16)}` });
  assert.equal(await result('eth_call', call(needed)), word(0x2a));
});

test('a call that the sender cannot pay', async () => {
  const { fault } = createEvmInterface();
  const rich = `0x${(10n ** 24n).toString(16)}`;
  assert.match(
    await fault('eth_call', { from: alice, to: bob, value: rich }),
    /^-32000 insufficient funds for gas \* price \+ value/,
  );
  assert.match(
    await fault('eth_estimateGas', { from: alice, to: bob, value: rich, gasPrice: '0x174876e800' }),
    /^-32000 insufficient funds/,
  );
  assert.match(
    await fault('eth_call', { from: alice, to: bob, gasPrice: '0x1' }),
    /^-32000 max fee per gas less than block base fee/,
  );
  const tip = { from: alice, to: bob, maxFeePerGas: '0x2540be400', maxPriorityFeePerGas: '0x2540be401' };
  assert.match(await fault('eth_call', tip), /^-32000 max priority fee per gas higher than max fee per gas/);
});

test('state overrides', async () => {
  const { result, fault } = createEvmInterface();
  const call = { to: contracts.reader };
  const with_ = (override: unknown) => result('eth_call', call, 'latest', { [contracts.reader]: override });
  assert.equal(await with_({ stateDiff: { [word(0)]: word(7) } }), word(7));
  assert.equal(await with_({ state: { [word(1)]: word(7) } }), word(0));
  // ADDRESS BALANCE PUSH0 MSTORE PUSH1 20 PUSH0 RETURN
  assert.equal(await with_({ code: '0x30315f5260205ff3', balance: '0x5' }), word(5));
  assert.equal(await result('eth_call', call), word(0x2a));
  const both = { [contracts.reader]: { state: {}, stateDiff: {} } };
  assert.match(await fault('eth_call', call, 'latest', both), /^-32000 account 0x.* has both 'state' and 'stateDiff'/);
  const short = { [contracts.reader]: { state: { '0x1': word(1) } } };
  assert.match(
    await fault('eth_call', call, 'latest', short),
    /^-32602 invalid argument 2: 0x.*: state: 0x1: hex string of odd length/,
  );
});

test('block overrides', async () => {
  const { result } = createEvmInterface();
  const read = (opcode: string, overrides: unknown) =>
    result('eth_call', { data: `0x${opcode}5f5260205ff3` }, 'latest', null, overrides);
  assert.equal(await read('43', { number: '0x99' }), word(0x99));
  assert.equal(await read('42', { time: '0x77' }), word(0x77));
  assert.equal(await read('48', { baseFeePerGas: '0x5' }), word(5));
  assert.equal(await read('45', { gasLimit: '0x66' }), word(0x66));
  assert.equal(await read('41', { feeRecipient: bob }), word(BigInt(bob)));
  assert.equal(await read('48', undefined), word(0));
});

test('pending runs in the next block, a number in that block', async () => {
  const { chain, result } = createEvmInterface();
  chain.mine();
  const number = (ref: string) => result('eth_call', { data: '0x435f5260205ff3' }, ref);
  assert.equal(await number('latest'), word(1));
  assert.equal(await number('0x0'), word(0));
  assert.equal(await number('pending'), word(2));
});

test('wrong calls', async () => {
  const { fault } = createEvmInterface();
  const wrong = async (call: unknown) => (await fault('eth_call', call)).replace('-32602 invalid argument 0: ', '');
  assert.equal(await wrong('0x'), 'non-object: string');
  assert.equal(await wrong({ to: '0x1' }), 'to: hex string of odd length');
  assert.equal(await wrong({ data: '0x1' }), 'data: hex string of odd length');
  assert.equal(await wrong({ value: 1 }), 'value: non-string: number');
  assert.equal(await wrong({ gas: '0x10000000000000000' }), 'gas: hex number > 64 bits');
  assert.equal(
    await wrong({ gasPrice: '0x1', maxFeePerGas: '0x1' }),
    'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified',
  );
  assert.equal(await wrong({ accessList: [{}] }), 'accessList: address: non-string: undefined');
  assert.equal(await fault('eth_call', { chainId: '0x1' }), "-32000 chainId does not match node's (have=1, want=9800)");
  assert.equal(await fault('eth_call', { to: zeroAddress }, '0x5'), '-32000 header not found');
  assert.equal(await fault('eth_call'), '-32602 missing value for required argument 0');
});

test('input wins over data', async () => {
  const { ask } = createEvmInterface();
  const response = await ask('eth_call', { to: contracts.reader, data: '0x01', input: '0x02' });
  assert.equal(response.error?.data, '0x02');
});

test('a call at the head is executed again after each block, and distinguished from every other call', async () => {
  const { chain, result } = createEvmInterface();
  const call = async (more: object = {}) => {
    const output = String(await result('eth_call', { to: contracts.teller, gas: '0x186a0', ...more }));
    return [0, 1, 2, 3, 4].map((at) => BigInt(`0x${output.slice(2 + 64 * at, 66 + 64 * at)}`));
  };
  const plain = await call();
  assert.deepEqual([plain[0], plain[1], plain[2], plain[4]], [0n, 0n, 0n, 0n]);
  assert.deepEqual(await call(), plain);
  assert.equal((await call({ from: alice }))[1], BigInt(alice));
  assert.equal((await call({ from: alice, value: '0x7' }))[2], 7n);
  assert.equal((await call({ gas: '0x186a1' }))[3], (plain[3] ?? 0n) + 1n);
  assert.equal((await call({ data: word(9) }))[4], 9n);
  assert.equal(await result('eth_call', { to: contracts.reader }), word(0x2a));
  assert.deepEqual(await call(), plain);
  chain.mine();
  assert.equal((await call())[0], 1n);
});
