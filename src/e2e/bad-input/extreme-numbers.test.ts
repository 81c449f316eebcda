import assert from 'node:assert/strict';
import { test } from 'node:test';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { errorText, postJson, type RawResponse } from '../../testing/raw-rpc.ts';
import { startTestNode } from '../../testing/test-node.ts';

const [from, to] = developmentAccounts.map(({ address }) => address);
const flags = { 'consensus.block-interval': '0s', 'json-rpc.api': 'eth,debug' };
const internalError = -32603;

const extremes = ['0x0', '0x1', '0x5208', '0x1fffffffffffff', '0x20000000000001'];
const extremes64 = [
  ...extremes,
  '0x7fffffffffffffff',
  '0x8000000000000000',
  '0xffffffffffffffff',
  `0x1${'0'.repeat(16)}`,
];
const extremes256 = [...extremes64, `0x8${'0'.repeat(63)}`, `0x${'f'.repeat(64)}`, `0x1${'0'.repeat(64)}`];

const ofBlock = ['number', 'time', 'gasLimit', 'baseFeePerGas', 'blobBaseFee', 'prevRandao'];
const ofCall = ['gas', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'value', 'nonce', 'chainId'];
const ofAccount = ['balance', 'nonce'];

type Request = readonly [method: string, ...params: unknown[]];
type Members = Readonly<Record<string, unknown>>;

/** Every method that executes a call with these members. */
function requestsWith(blockOverrides: Members, call: Members, account: Members): readonly Request[] {
  const asked = { from, to, ...call };
  const stateOverrides = { [from ?? '']: account };
  const calls = [asked, asked];
  const blocks = [{ blockOverrides, stateOverrides, calls }, { calls: [asked] }, {}];
  const emptyBlocks = [{ blockOverrides, stateOverrides }, {}, { calls: [asked] }];
  const ordinary = ['eth_call', 'eth_estimateGas', 'eth_createAccessList'];
  const simulations = [blocks, emptyBlocks].flatMap((blockStateCalls) =>
    [false, true].map((validation) => ({ blockStateCalls, validation, traceTransfers: true })),
  );
  return [
    ...ordinary.map((method) => [method, asked, 'latest', stateOverrides, blockOverrides] as const),
    ['debug_traceCall', asked, 'latest', { tracer: 'callTracer', stateOverrides, blockOverrides }],
    ...simulations.map((payload) => ['eth_simulateV1', payload, 'latest'] as const),
  ];
}

function* allRequests(): Iterable<Request> {
  for (const value of extremes256) {
    for (const name of ofBlock) yield* requestsWith({ [name]: value }, {}, {});
    for (const name of ofCall) yield* requestsWith({}, { [name]: value }, {});
    for (const name of ofAccount) yield* requestsWith({}, {}, { [name]: value });
    yield* requestsWith({ gasLimit: '0x0', baseFeePerGas: value, time: value }, { gas: '0x0', gasPrice: value }, {});
  }
}

function startAsking(url: () => string) {
  const text = ([method, ...params]: Request) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return {
    ask: async (...request: Request) => postJson(url(), text(request)),
    askAll: async (requests: readonly Request[]) =>
      postJson<readonly RawResponse[]>(url(), `[${requests.map(text).join()}]`),
  };
}

test('no extreme number in a call, a block or an account is an internal error', { timeout: 600_000 }, async (t) => {
  const { urls } = await startTestNode(t, { flags });
  const { ask, askAll } = startAsking(() => urls.http);
  const requests = [...allRequests()];
  for (let at = 0; at < requests.length; at += 100) {
    const some = requests.slice(at, at + 100);
    const responses = await askAll(some);
    for (const [index, response] of responses.entries()) {
      assert.notEqual(response.error?.code, internalError, JSON.stringify(some[index]));
    }
  }
  assert.equal((await ask('eth_blockNumber')).result, '0x0');
});

test('an impossible simulation is rejected with the reason, a possible one is exact', async (t) => {
  const { urls } = await startTestNode(t, { flags });
  const { ask } = startAsking(() => urls.http);
  const simulate = (blockStateCalls: readonly unknown[], validation = true) =>
    ask('eth_simulateV1', { blockStateCalls, validation });

  const { result } = await simulate([{ blockOverrides: { gasLimit: '0x0', baseFeePerGas: '0x2e90edd000' } }, {}]);
  const fees = (result as { gasLimit: string; baseFeePerGas: string }[]).map((block) => block.baseFeePerGas);
  assert.deepEqual(fees, ['0x2e90edd000', '0x2e90edd000'], 'a block that can hold nothing is at its target');

  const late = await simulate([{ blockOverrides: { time: '0x1fffffffffffff' } }]);
  assert.equal((late.result as { timestamp: string }[])[0]?.timestamp, '0x1fffffffffffff');
  const tooLate = '-32602 block timestamp 9007199254740992 > 9007199254740991';
  assert.equal(errorText(await simulate([{ blockOverrides: { time: '0x20000000000000' } }])), tooLate);
  assert.equal(errorText(await simulate([{ blockOverrides: { time: '0x1fffffffffffff' } }, {}])), tooLate);

  const stateOverrides = { [from ?? '']: { nonce: '0xffffffffffffffff' } };
  const blockOverrides = { baseFeePerGas: '0x0' };
  const used = await simulate([{ blockOverrides, stateOverrides, calls: [{ from, to }] }]);
  assert.equal(errorText(used), `-32000 nonce has max value: address ${from}`);
});

test('lists of a call that no transaction could have are rejected with the name of the list', async (t) => {
  const { urls } = await startTestNode(t, { flags });
  const { ask } = startAsking(() => urls.http);
  const hash = `0x01${'00'.repeat(31)}`;
  const blobs = (count: number) => ask('eth_call', { to, blobVersionedHashes: Array(count).fill(hash) });
  assert.equal((await blobs(256)).result, '0x');
  const tooMany = 'blobVersionedHashes: too many blobs in transaction (have=257, max=256)';
  assert.equal(errorText(await blobs(257)), `-32602 invalid argument 0: ${tooMany}`);

  const authorization = { chainId: '0x2648', address: to, nonce: '0x0', yParity: '0x100', r: '0x1', s: '0x1' };
  const call = { from, to, authorizationList: [authorization] };
  const tooLong = 'authorizationList: yParity: hex number > 8 bits';
  assert.equal(errorText(await ask('eth_call', call)), `-32602 invalid argument 0: ${tooLong}`);
  const simulation = await ask('eth_simulateV1', { blockStateCalls: [{ calls: [call] }] });
  assert.equal(errorText(simulation), `-32602 invalid argument 0: blockStateCalls 0: calls: calls 0: ${tooLong}`);
});
