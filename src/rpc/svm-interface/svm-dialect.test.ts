import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localCall } from '../../testing/interfaces/local-call.ts';
import { testMainThread } from '../../testing/process/main-thread.ts';
import { define } from '../dispatch/define.ts';
import { createDispatch } from '../dispatch/dispatcher.ts';
import { submissionMethods } from '../svm/methods/submission-methods.ts';
import { contextParam } from '../svm/params/context-options.ts';
import { keyParam } from '../svm/params/keys.ts';
import { object, text } from '../svm/schemas.ts';
import { svmDialect } from './svm-dialect.ts';

const dispatch = createDispatch({
  mainThread: testMainThread(),
  methods: {
    ...submissionMethods(),
    getKey: define('The key.', [keyParam('pubkey', 'A key.'), contextParam], text, ([key]) => key.text),
    getNothing: define('Nothing.', [], object, () => ({})),
    getOptions: define('The options.', [contextParam], object, ([{ minContextSlot }]) => minContextSlot ?? null),
  },
  dialect: svmDialect,
  limits: { maxBatch: 100, maxResponse: 1_000_000, maxBatchResponse: 1_000_000, batchTimeoutMs: 1_000, maxDepth: 64 },
  toFault: () => undefined,
  onUnexpected: (error) => assert.fail(String(error)),
});

const key = '11111111111111111111111111111111';

async function respond(body: unknown): Promise<string> {
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  return String((await dispatch(Buffer.from(sent), localCall)) ?? '');
}

async function call(method: string, params?: unknown): Promise<unknown> {
  const { result, error } = JSON.parse(await respond({ jsonrpc: '2.0', id: 1, method, params }));
  return error ?? { result };
}

const rejection = {
  code: 11,
  message: 'SVM module is disabled',
  data: { causeMessage: ': SVM module is disabled' },
};

test('every submission is rejected with code 11, whatever it holds', async () => {
  const forged = Buffer.alloc(64, 7).toString('base64');
  const inputs = [
    undefined,
    null,
    [],
    [null],
    ['not base58 0OIl'],
    [forged, { encoding: 'base64', skipPreflight: true }],
    ['x'.repeat(100_000)],
    [1, 2, 3, 4, 5],
    [{ a: 1 }],
    { transaction: forged },
    'text',
  ];
  for (const params of inputs) {
    for (const method of ['sendTransaction', 'simulateTransaction', 'requestAirdrop']) {
      assert.deepEqual(await call(method, params), rejection, `${method} ${JSON.stringify(params)?.slice(0, 60)}`);
    }
  }
});

test('submissions in a batch are rejected one by one', async () => {
  const entries = [1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, method: 'sendTransaction', params: ['x'] }));
  assert.deepEqual(
    JSON.parse(await respond(entries)),
    entries.map(({ id }) => ({ jsonrpc: '2.0', id, error: rejection })),
  );
});

test('params and options may be missing or null, and options full of nulls', async () => {
  assert.deepEqual(await call('getNothing'), { result: {} });
  assert.deepEqual(await call('getNothing', null), { result: {} });
  assert.deepEqual(await call('getKey', [key, null]), { result: key });
  assert.deepEqual(await call('getKey', [key, { commitment: null, minContextSlot: null, encoding: null }]), {
    result: key,
  });
});

test('64-bit integers are parsed exactly', async () => {
  const body = `{"jsonrpc":"2.0","id":1,"method":"getOptions","params":[{"minContextSlot":9223372036854775807}]}`;
  assert.equal(await respond(body), '{"jsonrpc":"2.0","id":1,"result":9223372036854775807}');
});

test('keys are rejected with the texts clients test for', async () => {
  const invalid = (message: string) => ({ code: -32602, message });
  assert.deepEqual(await call('getKey', ['']), invalid('Invalid param: WrongSize'));
  assert.deepEqual(await call('getKey', ['1'.repeat(45)]), invalid('Invalid param: WrongSize'));
  assert.deepEqual(
    await call('getKey', ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8']),
    invalid('Invalid param: Invalid'),
  );
  assert.deepEqual(await call('getKey', [1]), invalid('Invalid params: invalid type: integer `1`, expected a string.'));
  assert.deepEqual(await call('getKey', []), invalid('`params` should have at least 1 argument(s)'));
  assert.deepEqual(await call('getKey', { pubkey: key }), invalid('`params` should be an array'));
  assert.deepEqual(await call('getKey', [key, {}, {}]), {
    code: -32602,
    message: 'Invalid parameters: Expected from 1 to 2 parameters.',
    data: '"Got: 3"',
  });
  assert.deepEqual(await call('getNothing', [1]), {
    code: -32602,
    message: 'Invalid parameters: No parameters were expected',
    data: '"Got: 1"',
  });
});

test('invalid requests get the responses that JSON-RPC requires', async () => {
  const cases: [string, string][] = [
    ['{', '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}'],
    ['7', '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}'],
    ['[]', '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request"}}'],
    [
      '{"jsonrpc":"1.0","id":1,"method":"getNothing"}',
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Invalid request"}}',
    ],
    [
      '{"id":1,"method":"getNothing"}',
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Unsupported JSON-RPC protocol version"}}',
    ],
    [
      '{"jsonrpc":"2.0","id":"a","method":"nope"}',
      '{"jsonrpc":"2.0","id":"a","error":{"code":-32601,"message":"Method not found"}}',
    ],
    ['{"jsonrpc":"2.0","id":"é\\u0000","method":"getNothing"}', '{"jsonrpc":"2.0","id":"é\\u0000","result":{}}'],
    [
      '{"jsonrpc":"2.0","id":12345678901234567890,"method":"getNothing"}',
      '{"jsonrpc":"2.0","id":12345678901234567890,"result":{}}',
    ],
    ['{"jsonrpc":"2.0","method":"getNothing"}', ''],
  ];
  for (const [body, expected] of cases) assert.equal(await respond(body), expected, body);
});
