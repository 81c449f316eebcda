import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { errorText, postJson, type RawResponse, requestText } from '../../testing/raw-rpc.ts';
import { startTestNode } from '../../testing/test-node.ts';

type Parameter = { readonly name: string; readonly required: boolean; readonly schema: object };
type Described = { readonly name: string; readonly params: readonly Parameter[] };

/** JSON text of a parameter, and the error it gets. */
type Case = readonly [json: string, words: string];

const long = `"0x${'12'.repeat(40)}"`;
const huge = '1180591620717411303424'; // 2^70
const notText: readonly Case[] = [
  ['true', 'non-string: boolean'],
  ['[]', 'non-string: array'],
];
const notNumber: readonly Case[] = [
  ['1', 'non-string: number'],
  ['-1', 'non-string: number'],
  [huge, 'non-string: number'],
];
const notHex: readonly Case[] = [
  ...notText,
  ['{}', 'non-string: object'],
  ['"-0x1"', 'hex string without 0x prefix'],
  ['"é"', 'hex string without 0x prefix'],
  ['"\\ud800"', 'hex string without 0x prefix'],
  ['"0xzz"', 'invalid hex string'],
];
const notBytes: readonly Case[] = [...notHex, ...notNumber, ['"0x123"', 'hex string of odd length']];
const notQuantity: readonly Case[] = [
  ...notText,
  ...notNumber,
  ['"-0x1"', 'hex string without 0x prefix'],
  ['"0x"', 'hex string "0x"'],
  ['"0x01"', 'hex number with leading zero digits'],
  [long, 'hex number > 64 bits'],
];
const notKind = (kind: string): readonly Case[] => [
  [huge, `non-${kind}: number`],
  ['"0x123"', `non-${kind}: string`],
];
const notList: readonly Case[] = [...notKind('array'), ['{}', 'non-array: object']];
const notObject: readonly Case[] = [...notKind('object'), ['["0x0"]', 'non-object: array']];
const notSlot: readonly Case[] = [
  ...notText,
  ...notNumber,
  ['"0xzz"', 'unable to decode storage key: invalid hex string'],
  [long, 'unable to decode storage key: hex string too long, want at most 32 bytes'],
];
const notId: readonly Case[] = [...notText, ['"0xzz"', 'invalid hex string']];
const notCount: readonly Case[] = [
  ...notText,
  ['-1', 'not a count: -1'],
  ['1.5', 'not a count: 1.5'],
  [huge, 'number > 53 bits'],
];
/** Development tools take decimal numbers of any size as amounts. */
const notAmount: readonly Case[] = [
  ...notText,
  ['"0xzz"', 'invalid hex string'],
  ['"-0x1"', 'hex string without 0x prefix'],
];

const hash = '^0[xX][0-9a-fA-F]{64}$';
const address = '^0[xX][0-9a-fA-F]{40}$';
const data = '^0[xX]([0-9a-fA-F]{2})*$';
const id = '^0[xX][0-9a-fA-F]*$';
const count = '^0[xX](0|[1-9a-fA-F][0-9a-fA-F]{0,12}|1[0-9a-fA-F]{13})$';

/** A valid value and invalid ones for each kind of parameter, by the pattern or type in its schema. */
const shapes: Readonly<Record<string, { readonly good: string; readonly bad: readonly Case[] }>> = {
  [hash]: {
    good: `"0x${'00'.repeat(32)}"`,
    bad: [...notBytes, [long, 'hex string has length 80, want 64 for a hash']],
  },
  [address]: {
    good: `"0x${'00'.repeat(20)}"`,
    bad: [...notBytes, [long, 'hex string has length 80, want 40 for an address']],
  },
  [data]: { good: '"0x"', bad: notBytes },
  '^(0[xX])?[0-9a-fA-F]{0,64}$': { good: '"0x0"', bad: notSlot },
  block: { good: '"latest"', bad: notQuantity },
  [id]: { good: '"0x0"', bad: notId },
  [count]: { good: '"0x0"', bad: notQuantity },
  loose: { good: '"0x1"', bad: notAmount },
  boolean: { good: 'false', bad: [...notKind('boolean'), ['{}', 'non-boolean: object']] },
  object: { good: '{}', bad: notObject },
  array: { good: '[]', bad: notList },
};

/** Parameters whose schema does not describe their form completely. */
const byName: typeof shapes = {
  'requests eth_getStorageValues': {
    good: `{"0x${'00'.repeat(20)}":["0x0"]}`,
    bad: [...notObject, ['{}', 'empty request']],
  },
  'payload eth_simulateV1': {
    good: '{"blockStateCalls":[{}]}',
    bad: [...notObject, ['{"blockStateCalls":[]}', 'empty input']],
  },
  'typedData eth_signTypedData_v4': { good: '{}', bad: [['1', 'non-object: number']] },
  'typedData eth_signTypedData_v3': { good: '{}', bad: [['1', 'non-object: number']] },
  'typedData eth_signTypedData': { good: '{}', bad: [['1', 'non-object: number']] },
  'password personal_sign': { good: '""', bad: [['1', 'non-string: number']] },
  'bundles eth_callMany': { good: '[{"transactions":[{}]}]', bad: [...notList, ['[]', 'empty bundles']] },
  'bundles debug_traceCallMany': { good: '[{"transactions":[{}]}]', bad: [...notList, ['[]', 'empty bundles']] },
  'simulateContext eth_callMany': {
    good: '{"blockNumber":"latest"}',
    bad: [...notObject, ['{"blockNumber":"latest","transactionIndex":-2}', 'transactionIndex: must be -1 or more']],
  },
  'simulateContext debug_traceCallMany': { good: '{"blockNumber":"latest"}', bad: notObject },
  'options evm_mine': { good: '1', bad: [...notCount, ['{"blocks":-1}', 'blocks: not a count: -1']] },
  'options evm_mine_detailed': { good: '1', bad: [...notCount, ['{"blocks":-1}', 'blocks: not a count: -1']] },
  'options anvil_mine_detailed': { good: '1', bad: [...notCount, ['{"blocks":-1}', 'blocks: not a count: -1']] },
  'block ots_hasCode': { good: '0', bad: [['-1', 'not a count: -1']] },
  'block ots_getBlockDetails': { good: '0', bad: [...notText, ['-1', 'not a count: -1']] },
  'block ots_getBlockTransactions': { good: '0', bad: [...notText, ['-1', 'not a count: -1']] },
  'block erigon_getHeaderByNumber': { good: '0', bad: [...notText, ['-1', 'not a count: -1']] },
  'kind eth_subscribe': { good: '"logs"', bad: notText },
  'options eth_subscribe': { good: '{}', bad: [['{"address":1}', 'address: non-string: number']] },
  'url anvil_setRpcUrl': {
    good: '"http://localhost:1"',
    bad: [['"ftp://x"', 'not a URL that begins with http:// or https://']],
  },
  'url hardhat_setRpcUrl': {
    good: '"http://localhost:1"',
    bad: [['"ftp://x"', 'not a URL that begins with http:// or https://']],
  },
  'key qord_getRecord': { good: '[]', bad: [['[1]', 'must be a list of texts']] },
  'key qord_listRecords': { good: '[]', bad: [['{}', 'must be a list of texts']] },
  'from qord_listRecords': { good: '[]', bad: [['{}', 'must be a list of texts']] },
  'limit qord_getEntries': { good: '1', bad: [['0', 'must be an integer from 1 to 1000']] },
  'from qord_getEntries': { good: '"0x"', bad: [['"x"', 'hex string without 0x prefix']] },
  'limit qord_listRecords': { good: '1', bad: [['0', 'must be an integer from 1 to 1000']] },
};

function shapeOf(method: string, { name, schema }: Parameter) {
  const named = byName[`${name} ${method}`];
  if (named !== undefined) return named;
  const text = JSON.stringify(schema);
  if (text.startsWith('{"anyOf"') && text.includes('"latest"')) return shapes.block;
  if (text.startsWith('{"oneOf"')) return shapes.loose;
  const { pattern, type } = schema as { pattern?: string; type?: string };
  return shapes[pattern ?? type ?? ''];
}

/** Every case of every parameter of a method; the parameters before it are valid. */
function casesOf({ name, params }: Described): readonly (readonly [request: string, response: string])[] {
  const required = params.filter((parameter) => parameter.required).length;
  const good = params.map((parameter) => shapeOf(name, parameter)?.good ?? '"bank"');
  return params.flatMap((parameter, index) => {
    const shape = shapeOf(name, parameter);
    return (shape?.bad ?? []).map(([json, words]) => {
      const given = [...good.slice(0, index), json, ...good.slice(index + 1, required)];
      return [requestText(name, given), `-32602 invalid argument ${index}: ${words}`] as const;
    });
  });
}

test('every parameter of every method is checked, and the error says which and why', async (t) => {
  const { urls } = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const ask = (method: string) => postJson(urls.http, requestText(method, []));
  const { methods } = (await ask('rpc.discover')).result as { methods: Described[] };
  const texts = ({ name }: Described) => name.startsWith('qor_') || name.startsWith('qord_');
  const known = (method: Described) =>
    method.params.every((parameter) => shapeOf(method.name, parameter) !== undefined);
  assert.deepEqual(
    methods.filter((method) => !texts(method) && !known(method)),
    [],
    'shapes that this test must learn',
  );

  let checked = 0;
  const socket = new WebSocket(urls.webSocket);
  t.after(() => socket.terminate());
  await once(socket, 'open');
  for (const method of methods) {
    const overSocket = method.name === 'eth_subscribe' || method.name === 'eth_unsubscribe';
    for (const [request, expected] of casesOf(method)) {
      let response: RawResponse;
      if (overSocket) {
        socket.send(request);
        const [message] = await once(socket, 'message');
        response = JSON.parse(String(message));
      } else response = await postJson(urls.http, request);
      assert.equal(errorText(response), expected, request);
      assert.equal(response.id, 1);
      checked++;
    }
  }
  assert.ok(checked > 1000, `${checked} cases`);
  assert.equal((await ask('eth_blockNumber')).result, '0x0');
});
