import assert from 'node:assert/strict';
import { test } from 'node:test';
import { awaitsResponse, responseFault } from './response-fault.ts';

const request = '{"jsonrpc":"2.0","id":7,"method":"eth_chainId","params":[]}';
const response = '{"jsonrpc":"2.0","id":7,"result":"0x1"}';
/** A notification with a member that JSON-RPC does not know: the SVM interface refuses it as agave does. */
const doubtful = '{"jsonrpc":"2.0","method":"getSlot","more":1}';
const failure = (code: number, id = '7') => `{"jsonrpc":"2.0","id":${id},"error":{"code":${code},"message":"m"}}`;

test('valid responses have no fault', () => {
  for (const [message, text] of [
    [request, response],
    [request, failure(-32602)],
    [request, '{"jsonrpc":"2.0","id":7,"result":null}'],
    [`[${request}]`, `[${response}]`],
    [`[${request},1]`, `[${failure(-32600, 'null')},${response}]`],
    [`[${request}]`, failure(-32600, 'null')],
    ['{', failure(-32700, 'null')],
    ['{"jsonrpc":"2.0","method":"eth_chainId"}', ''],
    ['{"jsonrpc":"2.0","id":{},"method":"eth_chainId"}', failure(-32600, 'null')],
    [`[${request},${doubtful}]`, `[${response}]`],
    [`[${request},${doubtful}]`, `[${response},${failure(-32600, 'null')}]`],
    [`[${doubtful}]`, `[${failure(-32600, 'null')}]`],
  ] as const) {
    assert.equal(responseFault(message, text), undefined, message);
  }
  assert.equal(awaitsResponse(request), true);
  assert.equal(awaitsResponse('{"jsonrpc":"2.0","method":"eth_chainId"}'), false);
});

test('invalid responses have a fault', () => {
  for (const [message, text, fault] of [
    [request, '', 'no response'],
    [request, '{', 'not JSON'],
    [request, failure(-32603), 'internal error: m'],
    [`[${request}]`, `[${failure(-32603)}]`, 'internal error: m'],
    [request, '{"jsonrpc":"2.0","id":8,"result":1}', 'id 8 instead of 7'],
    [request, '{"jsonrpc":"2.0","id":7}', 'not one of result and error'],
    [request, '{"id":7,"result":1}', 'jsonrpc is not 2.0'],
    [request, '{"jsonrpc":"2.0","id":7,"result":1,"more":1}', 'members jsonrpc,id,result,more'],
    [request, '{"jsonrpc":"2.0","id":7,"error":{"code":"x","message":"m"}}', 'error without code or message'],
    [request, `[${response}]`, 'a list to a single request'],
    [`[${request},${request}]`, `[${response}]`, 'ids [7] instead of [7,7]'],
    [`[${request}]`, response, 'one response to a batch'],
    [`[${request},${doubtful}]`, `[${failure(-32600, 'null')}]`, 'ids [null] instead of [7]'],
    [`[${doubtful}]`, `[${response}]`, 'ids [7] instead of []'],
  ] as const) {
    assert.equal(responseFault(message, text), fault, text);
  }
});
