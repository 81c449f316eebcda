import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { JsonText } from '../../primitives/json-text.ts';
import { StateUnavailableError } from '../../state/origin-state.ts';
import { localCall } from '../../testing/interfaces/local-call.ts';
import { testMainThread } from '../../testing/process/main-thread.ts';
import { until } from '../../testing/until.ts';
import { evmDialect } from '../evm-interface/evm-dialect.ts';
import { LongText } from '../json-value.ts';
import type { Methods, Param } from '../method.ts';
import { RpcError } from '../rpc-error.ts';
import { define, optional } from './define.ts';
import { createDispatch, type DispatcherDependencies } from './dispatcher.ts';

const count: Param<number> = {
  name: 'count',
  description: 'how many',
  required: true,
  schema: { type: 'integer' },
  parse: (json) => {
    if (typeof json !== 'number') throw new RangeError('not a number');
    return json;
  },
};
const any: Param = { name: 'any', description: 'anything', required: true, schema: {}, parse: (json) => json };

const calls: string[] = [];
const methods: Methods = {
  test_head: define('A constant.', [], { type: 'string' }, () => '0x10'),
  test_double: define('Twice as many.', [count, optional(count, 2)], {}, ([n, factor]) => n * factor),
  test_kind: define('Type of the argument.', [any], {}, ([value]) => typeof value),
  test_later: define('Returns after a while.', [], {}, () => sleep(5, 'later')),
  test_fault: define('A known fault.', [], {}, () => {
    throw new RpcError(3, 'execution reverted', '0x01');
  }),
  test_crash: define('A bug.', [], {}, () => {
    throw new TypeError('secret');
  }),
  test_long: define('A long result.', [], {}, () => 'x'.repeat(600)),
  test_note: define('Remembers that it was called.', [any], {}, ([value]) => {
    calls.push(String(value));
    return true;
  }),
  test_deaf: { ...define('Ignores what it is asked.', [count], {}, () => 'no'), ignoresParams: true },
  qor_double: define('Twice as many.', [count], {}, ([n]) => 2 * n),
};

function dispatchWith(changes: Partial<DispatcherDependencies> = {}) {
  const dispatch = createDispatch({
    mainThread: testMainThread(),
    methods,
    dialect: evmDialect,
    limits: { maxBatch: 10, maxResponse: 1000, maxBatchResponse: 1000, batchTimeoutMs: 30_000, maxDepth: 64 },
    toFault: () => undefined,
    onUnexpected: () => {},
    ...changes,
  });
  return (text: string | Uint8Array) => dispatch(Buffer.from(text), localCall);
}

const ask = dispatchWith();
const request = (method: string, params?: unknown, id: unknown = 1) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

async function fault(text: string | Uint8Array, dispatch = ask) {
  const reply = JSON.parse(String((await dispatch(text)) ?? '{}'));
  return [reply.error?.code, reply.error?.message, reply.id];
}

test('the response of a synchronous method is ready in the same tick', () => {
  assert.equal(ask(request('test_head')), '{"jsonrpc":"2.0","id":1,"result":"0x10"}');
  assert.equal(ask(request('test_head', [])), '{"jsonrpc":"2.0","id":1,"result":"0x10"}');
  assert.equal(ask(request('test_head', null)), '{"jsonrpc":"2.0","id":1,"result":"0x10"}');
});

test('ids are echoed byte by byte', () => {
  for (const id of ['7', '"7"', 'null', '18446744073709551616', '-1', '1.50', '"a\\"\\u00e9é"', '0', '""']) {
    const reply = ask(`{"jsonrpc":"2.0","id":${id},"method":"test_head"}`);
    assert.ok(typeof reply === 'string');
    const expected = id.startsWith('"') ? JSON.stringify(JSON.parse(id)) : id;
    assert.equal(reply, `{"jsonrpc":"2.0","id":${expected},"result":"0x10"}`);
  }
});

test('large integers reach the parameter as bigint', () => {
  const reply = ask('{"jsonrpc":"2.0","id":1,"method":"test_kind","params":[9223372036854775807]}');
  assert.equal(reply, '{"jsonrpc":"2.0","id":1,"result":"bigint"}');
});

test('text that is not JSON, and bytes that are not UTF-8, are -32700 with a null id', async () => {
  assert.deepEqual(await fault('{"jsonrpc":"2.0","id":1'), [-32700, 'parse error', null]);
  assert.deepEqual(await fault(''), [-32700, 'parse error', null]);
  assert.deepEqual(await fault(Uint8Array.of(0x22, 0xff, 0x22)), [-32700, 'parse error', null]);
  assert.deepEqual(await fault('['.repeat(1000)), [-32700, 'parse error', null]);
});

test('JSON that is not a request is -32600, with its id if it has one', async () => {
  assert.deepEqual(await fault('1'), [-32600, 'Invalid Request', null]);
  assert.deepEqual(await fault('{"id":5,"method":"test_head"}'), [-32600, 'Invalid Request', 5]);
  assert.deepEqual(await fault('{"jsonrpc":"2.0","id":[],"method":"test_head"}'), [-32600, 'Invalid Request', null]);
  assert.deepEqual(await fault('{"jsonrpc":"2.0","id":"x","method":1}'), [-32600, 'Invalid Request', 'x']);
  assert.deepEqual(await fault('[]'), [-32600, 'Invalid Request', null]);
});

test('unknown methods and wrong parameters have the error texts of go-ethereum', async () => {
  const unknown = 'the method eth_nope does not exist/is not available';
  assert.deepEqual(await fault(request('eth_nope')), [-32601, unknown, 1]);
  assert.deepEqual(await fault(request('toString')), [-32601, unknown.replace('eth_nope', 'toString'), 1]);
  assert.deepEqual(await fault(request('test_double')), [-32602, 'missing value for required argument 0', 1]);
  assert.deepEqual(await fault(request('test_double', [null])), [-32602, 'missing value for required argument 0', 1]);
  assert.deepEqual(await fault(request('test_double', ['a'])), [-32602, 'invalid argument 0: not a number', 1]);
  assert.deepEqual(await fault(request('test_double', [1, 2, 3])), [-32602, 'too many arguments, want at most 2', 1]);
  assert.deepEqual(await fault(request('test_head', [1])), [-32602, 'too many arguments, want at most 0', 1]);
  assert.deepEqual(await fault(request('test_double', { count: 1 })), [-32602, 'non-array args', 1]);
});

test('the qor_ namespace has its own error texts, with the details in data', () => {
  const wrong = '{"code":-32602,"message":"Invalid params","data":"invalid argument 0: not a number"}';
  assert.equal(ask(request('qor_double', ['a'])), `{"jsonrpc":"2.0","id":1,"error":${wrong}}`);
  const unknown = '{"code":-32601,"message":"Method not found","data":"qor_nope"}';
  assert.equal(ask(request('qor_nope')), `{"jsonrpc":"2.0","id":1,"error":${unknown}}`);
});

test('optional parameters may be missing or null', () => {
  const six = '{"jsonrpc":"2.0","id":1,"result":6}';
  for (const params of [[3], [3, null], [3, 2]]) assert.equal(ask(request('test_double', params)), six);
});

test('a method that ignores its parameters accepts any', () => {
  for (const params of [undefined, {}, [], ['x', 1], 'text']) {
    assert.equal(ask(request('test_deaf', params)), '{"jsonrpc":"2.0","id":1,"result":"no"}');
  }
});

test('RpcErrors keep their code and data; unexpected errors are reported and hidden', () => {
  const seen: unknown[] = [];
  const dispatch = dispatchWith({ onUnexpected: (error, method) => seen.push(method, error) });
  const reverted = '{"code":3,"message":"execution reverted","data":"0x01"}';
  assert.equal(dispatch(request('test_fault')), `{"jsonrpc":"2.0","id":1,"error":${reverted}}`);
  const hidden = '{"code":-32603,"message":"Internal error"}';
  assert.equal(dispatch(request('test_crash')), `{"jsonrpc":"2.0","id":1,"error":${hidden}}`);
  assert.equal(seen[0], 'test_crash');
  assert.ok(seen[1] instanceof TypeError);
});

test('a client that has gone before an origin has answered is no unexpected error, and nothing is fetched for it', () => {
  const seen: unknown[] = [];
  let fetched = 0;
  const absent = define('State of an origin.', [], {}, () => {
    throw new StateUnavailableError({ kind: 'block hash', height: 1 }, async () => void fetched++);
  });
  const dispatch = createDispatch({
    mainThread: testMainThread(),
    ...{ methods: { test_absent: absent }, dialect: evmDialect, toFault: () => undefined },
    limits: { maxBatch: 10, maxResponse: 1000, maxBatchResponse: 1000, batchTimeoutMs: 30_000, maxDepth: 64 },
    onUnexpected: (error) => seen.push(error),
  });
  const reply = dispatch(Buffer.from(request('test_absent')), { ...localCall, signal: AbortSignal.abort() });
  assert.match(String(reply), /"code":-32000,"message":"not stored yet/);
  assert.deepEqual([seen, fetched], [[], 0]);
});

test('errors that belong to the interface are converted', async () => {
  const dispatch = dispatchWith({
    toFault: (error) => (error instanceof TypeError ? new RpcError(-1, 'typed') : undefined),
  });
  assert.deepEqual(await fault(request('test_crash'), dispatch), [-1, 'typed', 1]);
});

test('notifications are executed and get no response', () => {
  calls.length = 0;
  assert.equal(ask('{"jsonrpc":"2.0","method":"test_note","params":["a"]}'), undefined);
  assert.equal(ask('{"jsonrpc":"2.0","method":"eth_nope"}'), undefined);
  assert.equal(ask('[{"jsonrpc":"2.0","method":"test_note","params":["b"]}]'), undefined);
  assert.deepEqual(calls, ['a', 'b']);
});

test('the responses of a batch are in order, also when some are asynchronous', async () => {
  const batch = [
    request('test_later', [], 'a'),
    request('test_head', [], 2),
    '1',
    '{"jsonrpc":"2.0","method":"test_head"}',
  ];
  const reply = await ask(`[${batch.join(',')}]`);
  assert.ok(typeof reply === 'string');
  assert.deepEqual(JSON.parse(reply), [
    { jsonrpc: '2.0', id: 'a', result: 'later' },
    { jsonrpc: '2.0', id: 2, result: '0x10' },
    { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } },
  ]);
});

test('the response of a batch of synchronous methods is ready in the same tick', () => {
  const item = '{"jsonrpc":"2.0","id":1,"result":"0x10"}';
  assert.equal(ask(`[${request('test_head')},${request('test_head')}]`), `[${item},${item}]`);
});

test('a batch over the limit is rejected as a whole, and the error names the limit', async () => {
  const batch = `[${Array.from({ length: 11 }, () => request('test_head')).join(',')}]`;
  assert.deepEqual(await fault(batch), [-32600, 'batch too large: at most 10 requests', null]);
});

test('a batch as libraries write it has the same limits and errors', async () => {
  const many = `[${Array.from({ length: 11 }, () => request('test_head', [])).join(',')}]`;
  assert.deepEqual(await fault(many), [-32600, 'batch too large: at most 10 requests', null]);
  const mixed = `[${request('test_head', [], 5)},${request('test_double', ['a'], 6)},${request('toString', [], 7)}]`;
  assert.deepEqual(JSON.parse(String(await ask(mixed))), [
    { jsonrpc: '2.0', id: 5, result: '0x10' },
    { jsonrpc: '2.0', id: 6, error: { code: -32602, message: 'invalid argument 0: not a number' } },
    { jsonrpc: '2.0', id: 7, error: { code: -32601, message: 'the method toString does not exist/is not available' } },
  ]);
});

test('a response over the limit is an error that names the limit', async () => {
  const message = 'response too large: at most 1000 bytes (max-batch-response-size)';
  const reply = await ask(
    `[${request('test_long', [], 1)},${request('test_long', [], 2)},${request('test_head', [], 3)}]`,
  );
  const [first, second, third] = JSON.parse(String(reply));
  assert.equal(first.result.length, 600);
  assert.deepEqual(second, { jsonrpc: '2.0', id: 2, error: { code: -32003, message } });
  assert.deepEqual(third, { jsonrpc: '2.0', id: 3, error: { code: -32003, message } });
  const limits = { maxBatch: 1, maxResponse: 100, maxBatchResponse: 100, batchTimeoutMs: 1, maxDepth: 9 };
  const small = await fault(request('test_long'), dispatchWith({ limits }));
  assert.deepEqual(small, [-32003, 'response too large: at most 100 bytes (max-response-size)', 1]);
});

test('entries of a batch that are reached after its timeout get -32002', async () => {
  const limits = { maxBatch: 10, maxResponse: 1000, maxBatchResponse: 1000, batchTimeoutMs: 2, maxDepth: 64 };
  const reply = await dispatchWith({ limits })(`[${request('test_later', [], 1)},${request('test_head', [], 2)}]`);
  const [first, second] = JSON.parse(String(reply));
  assert.equal(first.result, 'later');
  assert.deepEqual(second, { jsonrpc: '2.0', id: 2, error: { code: -32002, message: 'request timed out' } });
});

test('metrics see method, time and outcome', async () => {
  const seen: [string, boolean][] = [];
  const metrics = {
    observe: (method: string, milliseconds: number, isFault: boolean) => {
      assert.ok(milliseconds >= 0);
      seen.push([method, isFault]);
    },
  };
  const dispatch = dispatchWith({ metrics });
  await dispatch(`[${request('test_head')},${request('test_fault')},${request('test_later')},${request('eth_nope')}]`);
  assert.deepEqual(seen, [
    ['test_head', false],
    ['test_fault', true],
    ['test_later', false],
  ]);
});

test('entries that are reached after the client has ended its direction are not handled, and get an error each', async () => {
  const controller = new AbortController();
  const dispatch = createDispatch({
    mainThread: testMainThread(),
    methods,
    dialect: evmDialect,
    limits: { maxBatch: 10, maxResponse: 1000, maxBatchResponse: 1000, batchTimeoutMs: 30_000, maxDepth: 64 },
    toFault: () => undefined,
    onUnexpected: () => {},
  });
  const batch = [request('test_later'), request('test_note', ['after the end']), request('test_head')];
  const reply = dispatch(Buffer.from(`[${batch}]`), { ...localCall, signal: controller.signal });
  controller.abort();
  const responses: { result?: unknown; error?: { message: string } }[] = JSON.parse(String(await reply));
  const outcomes = responses.map(({ result, error }) => result ?? error?.message);
  assert.deepEqual(outcomes, ['later', ...Array(2).fill('the client has closed the connection')]);
  assert.ok(!calls.includes('after the end'));
});

test('a batch ends when there is no room for its response', async () => {
  const full = new RpcError(-32005, 'full');
  const dispatch = createDispatch({
    mainThread: testMainThread(),
    methods,
    dialect: evmDialect,
    limits: { maxBatch: 100, maxResponse: 1e6, maxBatchResponse: 1e6, batchTimeoutMs: 30_000, maxDepth: 64 },
    toFault: () => undefined,
    onUnexpected: () => {},
  });
  calls.length = 0;
  const batch = [...Array.from({ length: 40 }, () => request('test_long', [])), request('test_note', ['never'])];
  const call = { ...localCall, unread: { ...localCall.unread, reserve: () => full } };
  const responses: { error?: { code: number } }[] = JSON.parse(String(await dispatch(Buffer.from(`[${batch}]`), call)));
  assert.equal(responses[0]?.error, undefined);
  assert.equal(responses.at(-1)?.error?.code, -32005);
  assert.deepEqual(calls, []);
});

test('long entries of a batch that are not ASCII are measured in its turns', async () => {
  const text = `"${'é'.repeat(60_000)}"`;
  const long = { ...methods, test_text: define('A long text.', [], {}, () => new JsonText(text)) };
  const limits = { maxBatch: 500, maxResponse: 1e8, maxBatchResponse: 1e8, batchTimeoutMs: 30_000, maxDepth: 64 };
  const dispatch = dispatchWith({ methods: long, limits });
  const replying = dispatch(`[${Array(500).fill(request('test_text')).join()}]`);
  let isDone = false;
  void Promise.resolve(replying).finally(() => {
    isDone = true;
  });
  let turns = 0;
  await until(() => {
    turns++;
    return isDone;
  }, 'the end');
  assert.ok(turns >= 3, `${turns} iterations of the event loop`);
  assert.ok((await replying) instanceof LongText);
});

test('a batch gives way after a millisecond when others wait, and continues when none do', async () => {
  const mainThread = testMainThread();
  const order: string[] = [];
  const spin = () => {
    const end = performance.now() + 1.5;
    while (performance.now() < end);
    return order.push('entry');
  };
  const slow = { ...methods, test_spin: define('Takes more than a millisecond.', [], {}, spin) };
  const dispatch = dispatchWith({ methods: slow, mainThread });
  const other = { network: '10.0.0.9', connection: {}, hasLeft: false };
  mainThread.runLater('request', other, () => order.push('other'), assert.ifError);
  await dispatch(`[${Array(4).fill(request('test_spin')).join()}]`);
  assert.deepEqual(order, ['entry', 'other', 'entry', 'entry', 'entry']);
});
