import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alice, bob, contracts } from '../../testing/evm-interface.ts';
import { start, word } from '../../testing/interfaces/development-session.ts';

const authorization = { chainId: '0x0', address: bob, nonce: '0x0', yParity: '0x0', r: '0x1', s: '0x1' };
const hash = `0x01${'00'.repeat(31)}`;
const plain = { from: alice, to: bob };

type Json = { readonly [member: string]: unknown };
type Outcome = { readonly result?: unknown; readonly error?: { readonly code: number; readonly message: string } };

/** What each member of a transaction that other nodes know does to one that is completed. */
const served: readonly (readonly [member: string, value: unknown, shown: Json])[] = [
  ['gas', '0x5209', { gas: '0x5209' }],
  ['gasPrice', '0x2540be4000', { type: '0x0', gasPrice: '0x2540be4000' }],
  ['maxFeePerGas', '0x2540be4000', { type: '0x2', maxFeePerGas: '0x2540be4000' }],
  ['maxPriorityFeePerGas', '0x7', { type: '0x2', maxPriorityFeePerGas: '0x7' }],
  ['value', '0x5', { value: '0x5' }],
  ['nonce', '0x9', { nonce: '0x9' }],
  ['data', '0x12', { input: '0x12' }],
  ['input', '0x34', { input: '0x34' }],
  ['chainId', '0x2648', { chainId: '0x2648' }],
  ['accessList', [{ address: bob, storageKeys: [] }], { accessList: [{ address: bob, storageKeys: [] }] }],
  ['authorizationList', [authorization], { type: '0x4', authorizationList: [authorization] }],
  ['type', '0x3', { type: '0x2' }], // a hint
];

const refusedInAll = ['blobs', 'commitments', 'proofs', 'sidecar', 'sidecars'];
const refusedInSigning: Json = { blobVersionedHashes: [hash], maxFeePerBlobGas: '0x1' };
const signing = ['eth_fillTransaction', 'eth_signTransaction', 'eth_sendTransaction'];
/** How each method gets a call. */
const calling: Readonly<Record<string, (call: Json) => readonly unknown[]>> = {
  eth_call: (call) => [call],
  eth_estimateGas: (call) => [call],
  eth_createAccessList: (call) => [call],
  debug_traceCall: (call) => [call, 'latest', {}],
  trace_call: (call) => [call, ['trace'], 'latest'],
  eth_simulateV1: (call) => [{ blockStateCalls: [{ calls: [call] }] }],
};

test('each known member of a transaction is in what is completed', async (t) => {
  const { result } = start(t);
  for (const [member, value, shown] of served) {
    const { tx } = (await result('eth_fillTransaction', { ...plain, [member]: value })) as { tx: Json };
    for (const [name, expected] of Object.entries(shown)) assert.deepEqual(tx[name], expected, member);
    if (member === 'maxPriorityFeePerGas') continue; // more than the fee cap of a call, which is 0
    for (const [method, paramsOf] of Object.entries(calling))
      await result(method, ...paramsOf({ ...plain, [member]: value }));
  }
});

test('a member that this chain cannot serve is named by the error', async (t) => {
  const { ask } = start(t);
  const assertNamed = async (member: string, value: unknown, method: string, params: readonly unknown[]) => {
    const { error, result } = (await ask(method, ...params)) as Outcome;
    assert.equal(result, undefined, `${method} ${member}`);
    assert.match(error?.message ?? '', new RegExp(`\\b${member}\\b`), `${method} ${JSON.stringify(value)}`);
  };
  for (const member of refusedInAll) {
    for (const method of signing) await assertNamed(member, [], method, [{ ...plain, [member]: [] }]);
    for (const [method, paramsOf] of Object.entries(calling))
      await assertNamed(member, [], method, paramsOf({ ...plain, [member]: [] }));
  }
  for (const [member, value] of Object.entries(refusedInSigning)) {
    for (const method of signing) await assertNamed(member, value, method, [{ ...plain, [member]: value }]);
    for (const [method, paramsOf] of Object.entries(calling))
      assert.equal(((await ask(method, ...paramsOf({ ...plain, [member]: value }))) as Outcome).error, undefined);
  }
  for (const [member, value] of Object.entries({ beaconRoot: word(1), withdrawals: [{}], blockHash: {} })) {
    const overrides = { [member]: value };
    await assertNamed(member, value, 'eth_call', [plain, 'latest', {}, overrides]);
    await assertNamed(member, value, 'debug_traceCall', [plain, 'latest', { blockOverrides: overrides }]);
    await assertNamed(member, value, 'eth_simulateV1', [{ blockStateCalls: [{ blockOverrides: overrides }] }]);
  }
});

test('each name of a member of block overrides is served, and two that contradict each other are rejected', async (t) => {
  const { result, fault } = start(t);
  const teller = `0x${'d1'.repeat(20)}`;
  await result('anvil_setCode', teller, '0x435f5242602052416040524460605260805ff3');
  const call = { to: teller };
  const names = [
    ['number', 'blockNumber', '0x63', '0x64', 0],
    ['time', 'timestamp', '0xffffffff', '0xfffffffe', 1],
    ['feeRecipient', 'coinbase', bob, alice, 2],
    ['prevRandao', 'random', word(5), word(6), 3],
  ] as const;
  const told = async (overrides: Json, at: number) => {
    const output = String(await result('eth_call', call, 'latest', {}, overrides));
    return BigInt(`0x${output.slice(2 + 64 * at, 66 + 64 * at)}`);
  };
  for (const [name, other, value, different, at] of names) {
    assert.equal(await told({ [name]: value }, at), BigInt(value), name);
    assert.equal(await told({ [other]: value }, at), BigInt(value), other);
    assert.equal(await told({ [name]: value, [other]: value }, at), BigInt(value));
    const both = { [name]: value, [other]: different };
    assert.match(await fault('eth_call', call, 'latest', {}, both), new RegExp(`both ${name} and ${other} specified`));
    const simulated = { blockStateCalls: [{ blockOverrides: both }] };
    assert.match(await fault('eth_simulateV1', simulated), new RegExp(`both ${name} and ${other} specified`));
  }
  const fees = { baseFeePerGas: '0x7', baseFee: '0x8' };
  assert.match(await fault('eth_call', call, 'latest', {}, fees), /both baseFeePerGas and baseFee specified/);
  assert.match(await fault('eth_call', call, 'latest', {}, { difficulty: '0x5' }), /difficulty: there is none/);
  assert.equal(await told({ difficulty: '0x0' }, 0), 1n);
});

test('members that contradict each other are rejected, or the later kind of transaction is made', async (t) => {
  const { fault, result } = start(t);
  const prices = { gasPrice: '0x2540be4000', maxFeePerGas: '0x2540be4001' };
  const lists = { none: { authorizationList: [] }, creation: { authorizationList: [authorization], to: null } };
  for (const method of [...signing, ...Object.keys(calling)]) {
    const ask = (more: Json) => fault(method, ...(calling[method]?.({ ...plain, ...more }) ?? [{ ...plain, ...more }]));
    assert.match(await ask(prices), /both gasPrice and/, method);
    assert.match(await ask(lists.none), /EIP-7702 transaction with empty auth list/, method);
    assert.match(
      await ask({ ...lists.creation, data: '0x00' }),
      /EIP-7702 transaction cannot be used to create contract/,
      method,
    );
    assert.match(await ask({ blobVersionedHashes: [] }), /blobVersionedHashes: blob transaction missing blob hashes/);
    const mixed = { blobVersionedHashes: [hash, word(1)] };
    assert.match(await ask(mixed), /blobVersionedHashes: blob 1 has invalid hash version/, method);
    const created = { blobVersionedHashes: [hash], to: null, data: '0x00' };
    assert.match(await ask(created), /blobVersionedHashes without to: blob transaction of type create/, method);
  }
  const both = { ...plain, gasPrice: '0x2540be4000', authorizationList: [authorization] };
  const { tx } = (await result('eth_fillTransaction', both)) as { tx: Json };
  assert.deepEqual([tx.type, tx.maxFeePerGas, tx.authorizationList], ['0x4', '0x2540be4000', [authorization]]);
});

test('txIndex of debug_traceCall runs a call before that transaction', async (t) => {
  const { result, fault } = start(t);
  await result('evm_setAutomine', false);
  for (let sent = 0; sent < 3; sent++) await result('eth_sendTransaction', { from: alice, to: bob, value: '0x1' });
  await result('evm_mine');
  const nonceReader = { from: alice, to: contracts.reader };
  const before = async (config: Json) => {
    const config2 = { tracer: 'prestateTracer', ...config };
    const state = (await result('debug_traceCall', nonceReader, '0x1', config2)) as Record<string, { nonce?: number }>;
    return state[alice]?.nonce ?? 0;
  };
  assert.deepEqual(
    await Promise.all([{ txIndex: '0x0' }, { txIndex: '0x2' }, { txIndex: '0x3' }, {}].map(before)),
    [0, 2, 3, 3],
  );
  const words = '-32000 txIndex is 4: the block has 3 transactions';
  assert.equal(await fault('debug_traceCall', nonceReader, '0x1', { txIndex: '0x4' }), words);
  assert.equal(
    await fault('debug_traceCall', nonceReader, 'pending', { txIndex: '0x0' }),
    '-32000 txIndex is for a block of the chain',
  );
});
