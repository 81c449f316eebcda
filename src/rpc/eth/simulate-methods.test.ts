import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quantity } from '../../primitives/quantity.ts';
import { weiPerQor } from '../../primitives/units.ts';
import { alice, bob, contracts, createEvmInterface, signed } from '../../testing/evm-interface.ts';

type Call = {
  status: string;
  returnData: string;
  gasUsed: string;
  logs: Log[];
  error?: { code: number; message: string; data?: string };
};
type Log = {
  address: string;
  topics: string[];
  data: string;
  logIndex: string;
  blockHash: string;
  transactionHash: string;
};
type Block = {
  number: string;
  hash: string;
  parentHash: string;
  timestamp: string;
  stateRoot: string;
  baseFeePerGas: string;
  gasUsed: string;
  transactions: unknown[];
  calls: Call[];
};

const word = (value: number | bigint) => `0x${value.toString(16).padStart(64, '0')}`;
const stranger = `0x${'99'.repeat(20)}`;

function start(limits = {}) {
  const evm = createEvmInterface(limits);
  const simulate = async (blockStateCalls: unknown, options = {}, ref = 'latest') =>
    (await evm.result('eth_simulateV1', { blockStateCalls, ...options }, ref)) as Block[];
  const fault = (blockStateCalls: unknown, options = {}) =>
    evm.fault('eth_simulateV1', { blockStateCalls, ...options });
  return { ...evm, simulate, fault };
}

test('calls see the effects of earlier ones, in this block and the last; nothing is kept', async () => {
  const { simulate, result } = start();
  const pay = (from: string, to: string) => ({ from, to, value: '0x5' });
  const balance = { data: `0x73${stranger.slice(2)}315f5260205ff3` };
  const blocks = await simulate([{ calls: [pay(alice, stranger), balance] }, { calls: [pay(stranger, bob), balance] }]);
  assert.deepEqual(
    blocks.map(({ calls }) => calls.map(({ status }) => status)),
    [
      ['0x1', '0x1'],
      ['0x1', '0x1'],
    ],
  );
  assert.deepEqual(
    blocks.map(({ calls }) => calls[1]?.returnData),
    [word(5), word(0)],
  );
  assert.equal(await result('eth_getBalance', stranger), '0x0');
});

test('blocks follow one another, gaps are filled', async () => {
  const { simulate, chain, mine } = start();
  mine();
  const head = chain.reader.head();
  const blocks = await simulate([{}, { blockOverrides: { number: '0x4', time: quantity(head.timestamp + 100) } }]);
  assert.deepEqual(
    blocks.map(({ number }) => number),
    ['0x2', '0x3', '0x4'],
  );
  assert.equal(blocks[0]?.parentHash, head.hash);
  assert.deepEqual(
    blocks.slice(1).map(({ parentHash }) => parentHash),
    blocks.slice(0, -1).map(({ hash }) => hash),
  );
  assert.deepEqual(
    blocks.map(({ timestamp }) => Number(timestamp) - head.timestamp),
    [1, 2, 100],
  );
  // BLOCKHASH of the block before, as code sees it
  const [, second] = await simulate([{}, { calls: [{ data: '0x600143034060205260206020f3' }] }]);
  assert.equal(second?.calls[0]?.returnData, second?.parentHash);
});

test('reverts and halts are distinguished, and do not end the simulation', async () => {
  const { simulate } = start();
  const [block] = await simulate([
    { calls: [{ to: contracts.reader, data: '0x12' }, { data: '0xfe', gas: '0x186a0' }, { to: contracts.reader }] },
  ]);
  const [reverted, halted, fine] = block?.calls ?? [];
  assert.deepEqual(reverted?.error, { code: 3, message: 'execution reverted', data: '0x12' });
  assert.deepEqual([reverted?.status, reverted?.returnData, reverted?.logs], ['0x0', '0x', []]);
  assert.equal(halted?.error?.code, -32015);
  assert.equal(fine?.returnData, word(0x2a));
});

test('logs have their position in the simulated block; transfers are shown on request', async () => {
  const { simulate } = start();
  const calls = [
    { from: alice, to: contracts.logger, value: '0x7', data: '0x01' },
    { from: alice, to: contracts.reader, value: '0x5', data: '0x01' },
    { from: alice, to: bob, value: '0x9' },
  ];
  const [plain] = await simulate([{ calls }]);
  assert.deepEqual(
    plain?.calls.map(({ logs }) => logs.length),
    [1, 0, 0],
  );
  const [block] = await simulate([{ calls }], { traceTransfers: true });
  const [first, , third] = block?.calls ?? [];
  assert.deepEqual(
    block?.calls.map(({ logs }) => logs.length),
    [2, 0, 1],
  );
  assert.deepEqual(
    first?.logs.map(({ address }) => address),
    [`0x${'ee'.repeat(20)}`, contracts.logger],
  );
  const [payment] = third?.logs ?? [];
  assert.deepEqual(
    [payment?.data, payment?.topics[1], payment?.topics[2]],
    [word(9), word(BigInt(alice)), word(BigInt(bob))],
  );
  assert.deepEqual([payment?.logIndex, payment?.blockHash], ['0x2', block?.hash]);
});

test('state and block overrides apply from their block on', async () => {
  const { simulate } = start();
  const read = { to: contracts.reader };
  const blocks = await simulate([
    {
      stateOverrides: { [contracts.reader]: { stateDiff: { [word(0)]: word(7) } }, [stranger]: { balance: '0x64' } },
      calls: [read, { from: stranger, to: bob, value: '0x64' }],
    },
    {
      blockOverrides: { feeRecipient: bob, gasLimit: '0xfffff', prevRandao: '0x5' },
      calls: [read, { data: '0x445f5260205ff3' }],
    },
  ]);
  assert.deepEqual(
    blocks.flatMap(({ calls }) => calls.map(({ returnData }) => returnData)),
    [word(7), '0x', word(7), word(5)],
  );
});

test('a validated simulation has the same state as the mined block', async () => {
  const { simulate, mine, chain } = start();
  mine();
  const head = chain.reader.head();
  const transactions = [
    signed({ nonce: 0n, value: 5n }),
    signed({ nonce: 1n, to: contracts.logger, data: Uint8Array.of(1) }),
  ];
  const calls = transactions.map((tx) => ({
    from: tx.sender,
    to: tx.to,
    value: quantity(tx.value),
    gas: quantity(tx.gasLimit),
    data: `0x${Buffer.from(tx.data).toString('hex')}`,
    maxFeePerGas: quantity(200_000_000_000n),
    maxPriorityFeePerGas: quantity(1_000_000_000n),
  }));
  const request = [{ blockOverrides: { time: quantity(head.timestamp + 2) }, calls }];
  const [simulated] = await simulate(request, { validation: true });
  const { block } = mine(transactions);
  assert.equal(simulated?.stateRoot, block.header.stateRoot);
  assert.equal(simulated?.gasUsed, quantity(block.header.gasUsed));
  assert.equal(simulated?.baseFeePerGas, quantity(block.header.baseFee));
  mine([signed({ nonce: 2n })]);
  const [earlier] = await simulate(request, { validation: true }, '0x1');
  assert.equal(earlier?.stateRoot, block.header.stateRoot);
});

test('transactions are shown as hashes or whole', async () => {
  const { simulate } = start();
  const blocks = [{ calls: [{ from: alice, to: bob }] }];
  const [[short], [full]] = [await simulate(blocks), await simulate(blocks, { returnFullTransactions: true })];
  const [tx] = (full?.transactions ?? []) as { hash: string; from: string; blockHash: string }[];
  assert.deepEqual(short?.transactions, [tx?.hash]);
  assert.deepEqual([tx?.from, tx?.blockHash], [alice, full?.hash]);
});

test('an invalid call ends the simulation with the code of the specification', async () => {
  const { fault, mine } = start();
  mine([signed({ nonce: 0n })]);
  const rich = quantity(10_000n * weiPerQor);
  const one = (call: object, options = {}) => fault([{ calls: [call] }], options);
  const validation = { validation: true };
  const fees = { maxFeePerGas: quantity(200_000_000_000n), gas: '0x5208' };
  assert.match(await one({ from: alice, to: bob, nonce: '0x0', ...fees }, validation), /^-38010 nonce too low/);
  assert.match(await one({ from: alice, to: bob, nonce: '0x9', ...fees }, validation), /^-38011 nonce too high/);
  assert.match(await one({ from: alice, to: bob }, validation), /^-38012 max fee per gas less than block base fee/);
  assert.match(await one({ from: alice, to: bob, gas: '0x1' }), /^-38013 intrinsic gas too low/);
  assert.match(await one({ from: alice, to: bob, value: rich }), /^-38014 insufficient funds/);
  assert.match(await one({ from: alice, to: bob, gas: '0xffffffffff' }), /^-38015 block gas limit reached/);
  assert.match(await one({ from: contracts.reader, to: bob, ...fees }, validation), /^-380(?:24|14) /);
});

test('blocks out of order, and too many', async () => {
  const { fault, mine } = start();
  mine();
  const at = (...numbers: string[]) => fault(numbers.map((number) => ({ blockOverrides: { number } })));
  assert.equal(await at('0x1'), '-38020 block numbers must be in order: 1 <= 1');
  assert.equal(await at('0x3', '0x2'), '-38020 block numbers must be in order: 2 <= 3');
  assert.equal(await at('0x102'), '-38026 too many blocks: at most 256');
  assert.match(await fault([{ blockOverrides: { time: '0x1' } }]), /^-38021 block timestamps must be in order: 1 <= /);
  assert.equal(await fault(Array(257).fill({})), '-38026 too many blocks: at most 256');
});

test('wrong requests', async () => {
  const { fault } = start();
  const wrong = async (blocks: unknown, options = {}) =>
    (await fault(blocks, options)).replace('-32602 invalid argument 0: ', '');
  assert.equal(await wrong([]), 'empty input');
  assert.equal(await wrong(undefined), 'blockStateCalls: non-array: undefined');
  assert.equal(await wrong([1]), 'blockStateCalls 0: non-object: number');
  assert.equal(
    await wrong([{ calls: [{ to: 'x' }] }]),
    'blockStateCalls 0: calls: calls 0: to: hex string without 0x prefix',
  );
  assert.equal(
    await wrong([{ blockOverrides: { withdrawals: [{}] } }]),
    'blockStateCalls 0: blockOverrides: withdrawals: this chain has no withdrawals',
  );
  assert.equal(await wrong([{}], { validation: 1 }), 'validation: non-boolean: number');
  const self = { [contracts.reader]: { movePrecompileToAddress: contracts.reader } };
  assert.equal(
    await fault([{ stateOverrides: self }]),
    '-38022 MovePrecompileToAddress referenced itself in replacement',
  );
});

test('all calls together are limited in gas and time', async () => {
  const slow = start({ evmTimeoutMs: 50, gasCap: 0n });
  const spin = { to: contracts.spinner };
  const endless = { blockOverrides: { gasLimit: '0xffffffffffff' }, calls: [spin] };
  assert.equal(await slow.fault([endless]), '-32000 execution aborted (timeout = 0.05s)');
  const small = start({ gasCap: 100_000n });
  const [block] = await small.simulate([{ calls: [spin] }]);
  assert.equal(block?.calls[0]?.error?.message, 'out of gas');
  assert.equal(block?.gasUsed, quantity(100_000n));
});

test('a call that fails has no return data, and the text that eth_call has', async () => {
  const { simulate } = start();
  const code = '0x01'; // ADD
  const stateOverrides = { [bob]: { code } };
  const [block] = await simulate([{ stateOverrides, calls: [{ to: contracts.reader, data: '0xbeef' }, { to: bob }] }]);
  const [reverted, halted] = block?.calls ?? [];
  assert.deepEqual(
    [reverted?.returnData, reverted?.error],
    ['0x', { code: 3, message: 'execution reverted', data: '0xbeef' }],
  );
  assert.deepEqual([halted?.returnData, halted?.error], ['0x', { code: -32015, message: 'stack underflow (0 <=> 2)' }]);
});

test('without validation a nonce begins again after the highest', async () => {
  const { simulate, fault } = start();
  const stateOverrides = { [alice]: { nonce: '0xffffffffffffffff' } };
  const call = { from: alice, to: bob };
  const calls = [call, call, call];
  const [block] = await simulate([{ stateOverrides, calls }], { returnFullTransactions: true });
  const { transactions } = block as unknown as { transactions: { nonce: string }[] };
  assert.deepEqual(
    transactions.map(({ nonce }) => nonce),
    ['0xffffffffffffffff', '0x0', '0x1'],
  );
  const blockOverrides = { baseFeePerGas: '0x0' };
  assert.match(await fault([{ blockOverrides, stateOverrides, calls }], { validation: true }), /nonce has max value/);
});
