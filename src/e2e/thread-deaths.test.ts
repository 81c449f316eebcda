import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { parseAddress } from '../primitives/address.ts';
import { toHex } from '../primitives/hex.ts';
import { Threads } from '../primitives/threads.ts';
import { assemble } from '../testing/evm/assemble.ts';
import { post, postJson, type RawResponse } from '../testing/raw-rpc.ts';
import { signFrom } from '../testing/sign-from.ts';
import { hybridFrom, testPqcKey } from '../testing/signing/hybrid.ts';
import { pqcRegistration } from '../testing/signing/pqc-registration.ts';
import { signAuthorizing } from '../testing/signing/sign-authorizing.ts';
import { startTestNode, type TestNode } from '../testing/test-node.ts';

/** Every thread of this process is started here: one of the armed kind is killed by the next message that it gets. */
const kinds = new Set<string>();
let armed = { kind: '', kills: 0 };
const start = Threads.prototype.start;
Threads.prototype.start = function (this: Threads, name, program, options) {
  const worker = start.call(this, name, program, options);
  if (worker === undefined) return undefined;
  kinds.add(name);
  const send = worker.postMessage.bind(worker);
  worker.postMessage = (message: unknown, transfer: Parameters<typeof send>[1] = []) => {
    send(message, transfer);
    if (armed.kind !== name || armed.kills === 0) return;
    armed.kills--;
    void worker.terminate();
  };
  return worker;
};
after(() => {
  Threads.prototype.start = start;
});

const key = testPqcKey(3);
const counter = `0x${'c0'.repeat(20)}`;
/** Counts down from 200,000, which takes longer than the main thread may. */
const countdown = assemble(200_000, 'JUMPDEST', 1, 'SWAP1', 'SUB', 'DUP1', 4, 'JUMPI', 0, 0, 'RETURN');
const twenty = Array<number>(20).fill(5);
const burner = parseAddress(`0x${'51'.repeat(20)}`);
const callCounter = { to: counter, gas: '0x1000000' };

const javascript = '{fault(){},step(){},result(){return 7}}';

type Request = readonly [method: string, ...params: readonly unknown[]];
const textOf = ([method, ...params]: Request, id = 1) => ({ jsonrpc: '2.0', id, method, params });

function askerOf({ urls }: TestNode) {
  return {
    ask: (...request: Request): Promise<RawResponse> => postJson(urls.http, JSON.stringify(textOf(request))),
    askAll: async (requests: readonly Request[]): Promise<readonly RawResponse[]> =>
      JSON.parse((await post(urls.http, JSON.stringify(requests.map(textOf)))).text),
  };
}

/** The node serves clients and makes blocks as before. */
async function assertGoesOn(node: TestNode, nonce: bigint): Promise<void> {
  const { ask } = askerOf(node);
  const { result } = await ask('eth_sendRawTransactionSync', toHex(signFrom(9, { nonce }).raw));
  assert.equal((result as { status: string } | undefined)?.status, '0x1');
}

test('a thread that dies during an execution changes no answer; when its second dies, too, the error says so', {
  timeout: 600_000,
}, async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s', 'json-rpc.api': 'eth' } });
  const { ask } = askerOf(node);
  await ask('anvil_setCode', counter, toHex(countdown));
  await ask('anvil_mine', '0x14');
  const state = toHex(gzipSync(JSON.stringify({ accounts: { [burner]: { balance: '0x5' } } })));
  const requests: readonly Request[] = [
    ['eth_call', callCounter, 'latest'],
    ['eth_estimateGas', callCounter],
    ['eth_createAccessList', callCounter, 'latest'],
    ['eth_simulateV1', { blockStateCalls: [{ calls: [callCounter] }] }, 'latest'],
    ['eth_callMany', [{ transactions: [callCounter] }], { blockNumber: 'latest' }],
    ['eth_getProof', counter, ['0x0'], '0x1'],
    ['debug_traceCall', callCounter, 'latest', { tracer: 'callTracer' }],
    ['debug_traceCall', { to: counter, gas: '0x8000' }, 'latest', { tracer: javascript }],
    ['debug_traceBlockByNumber', '0x1', {}],
    ['trace_call', callCounter, ['trace'], 'latest'],
    ['trace_block', '0x1'],
    ['ots_getBlockDetails', '0x1'],
    ['debug_accountRange', '0x1', '0x', 5, true, true, false],
    ['anvil_dumpState'],
    ['anvil_loadState', state],
  ];
  let nonce = 0n;
  for (const request of requests) {
    const unharmed = request[0] === 'eth_simulateV1' ? undefined : (await ask(...request)).result;
    for (const kills of [1, 2]) {
      armed = { kind: 'of executions', kills };
      const { result, error } = await ask(...request);
      const name = `${request[0]}, ${kills - armed.kills} deaths`;
      assert.ok(armed.kills < kills, `${request[0]} uses a thread`);
      armed = { kind: '', kills: 0 };
      if (kills === 2 && error !== undefined) assert.match(`${error.code} ${error.message}`, /^-3200\d .*thread/, name);
      else if (unharmed !== undefined) assert.deepEqual(result, unharmed, name);
      else assert.equal(error, undefined, name);
    }
  }
  await assertGoesOn(node, nonce++);
});

test('the thread of blocks may die during a long transaction, and blocks continue', { timeout: 600_000 }, async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const { ask } = askerOf(node);
  await ask('anvil_setCode', burner, toHex(assemble('JUMPDEST', 0, 0, 'KECCAK256', 'POP', 0, 'JUMP')));
  let nonce = 0n;
  for (const kills of [1, 2]) {
    armed = { kind: 'of blocks', kills };
    const burning = signFrom(1, { nonce: BigInt(kills - 1), to: burner, gasLimit: 60_000_000n });
    const sent = ask('eth_sendRawTransactionSync', toHex(burning.raw), 3_000);
    await assertGoesOn(node, nonce++);
    const { result, error } = await sent;
    assert.ok(armed.kills < kills, 'the thread is used');
    armed = { kind: '', kills: 0 };
    if (error === undefined) assert.equal((result as { status: string }).status, '0x0', 'out of gas, in a block');
    else assert.match(error.message, /was added to the transaction pool/, `${kills} deaths`);
    await assertGoesOn(node, nonce++);
  }
});

test('threads that recover and verify may die, and every transaction is settled in its order', {
  timeout: 600_000,
}, async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const { ask, askAll } = askerOf(node);
  await ask('eth_sendRawTransactionSync', toHex(pqcRegistration(3, key).raw));
  await ask('evm_setAutomine', false);
  const rounds = [
    ['sender recovery', (nonce: bigint) => signFrom(1, { nonce }), 100],
    ['signature verification', (nonce: bigint) => hybridFrom(3, key, { nonce: nonce + 1n }), 12],
    ['authorizations', (nonce: bigint) => signAuthorizing(4, { authorities: twenty, nonce }), 3],
  ] as const;
  for (const [kind, make, count] of rounds) {
    let nonce = 0n;
    for (const kills of [1, 3]) {
      armed = { kind, kills };
      for (let batches = 0; armed.kills === kills && batches < 20; batches++) {
        const all = Array.from({ length: count }, () => make(nonce++));
        const answers = await askAll(all.map(({ raw }) => ['eth_sendRawTransaction', toHex(raw)]));
        assert.deepEqual(
          answers.map(({ result, error }) => result ?? error?.message),
          all.map(({ hash }) => hash),
          `${kind}, ${kills} deaths`,
        );
      }
      assert.ok(armed.kills < kills, `${kind} is used: ${[...kinds]}`);
      armed = { kind: '', kills: 0 };
    }
  }
  await ask('evm_setAutomine', true);
  await assertGoesOn(node, 0n);
});
