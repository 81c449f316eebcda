import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readParams } from '#qord/rpc/dispatch/read-params.ts';
import { evmDialect } from '#qord/rpc/evm-interface/evm-dialect.ts';
import { anvilMissing, startAnvil } from '#qord/testing/clients/anvil.ts';
import { postJson, requestText } from '#qord/testing/raw-rpc.ts';
import { startTestNode } from '#qord/testing/test-node.ts';
import { absenceOf, absences, matches } from './absences.ts';
import { declaredMethods } from './declared-methods.ts';
import { differences } from './differences.ts';
import { kindOf, renderFromAnvilPage } from './page.ts';
import { toolMethods } from './tool-methods.ts';

const all = [...new Set(Object.values(toolMethods).flat())];

test('docs/from-anvil.md is what npm run docs writes', (t) => {
  const page = readFileSync(new URL('../../../docs/from-anvil.md', import.meta.url), 'utf8');
  assert.equal(page, renderFromAnvilPage(declaredMethods(t.signal)), 'run npm run docs');
});

test('each method of another node exists here, or the table says why not', (t) => {
  const methods = declaredMethods(t.signal);
  const missing = all.filter((name) => methods[name] === undefined);
  assert.deepEqual(
    missing.filter((name) => absenceOf(name) === undefined),
    [],
  );
  const wrong = absences.flatMap(([names]) =>
    names.split(' ').filter((name) => {
      const meant = missing.filter((each) => matches(name, each));
      return meant.length === 0 || (!name.includes('*') && methods[name] !== undefined);
    }),
  );
  assert.deepEqual(wrong, [], 'absences that no tool has, or that exist here');
});

test('anvil has the methods that the table says, and no others of the table', { skip: anvilMissing }, async (t) => {
  const { url } = await startAnvil(t);
  const overHttp = all.filter((name) => !/^eth_(?:un)?subscribe$/.test(name));
  for (const name of overHttp) {
    const tooMany = Array.from({ length: 9 }, () => '[]'); // so that nothing happens
    const { error } = await postJson(url, requestText(name, tooMany));
    assert.equal(error?.code !== -32601, toolMethods.anvil.includes(name), name);
  }
});

const samples: Readonly<Record<string, unknown>> = {
  address: `0x${'ab'.repeat(20)}`,
  hash: `0x${'cd'.repeat(32)}`,
  bytes: '0x6001',
  slot: '0x5',
  number: '0x1388', // above the least gas limit
  'number or object': '0x5',
  boolean: true,
  list: [],
  object: {},
  text: 'http://127.0.0.1:1',
  quantity: '0x5',
  block: 'latest',
};

test('parameters mean the same by place, by each name, with the rest left out or null, and in each form of a number', (t) => {
  let compared = 0;
  for (const [name, method] of Object.entries(declaredMethods(t.signal))) {
    if (!method.acceptsNames || method.params.length === 0) continue;
    const { params } = method;
    const read = (json: unknown) => readParams(name, method, json, evmDialect);
    const values = params.map(({ schema }) => samples[kindOf(schema)]);
    if (params.some(({ name: param }) => /typedData|address/.test(param) && name.includes('Typed'))) continue;
    const whole = read(values);
    const inEachForm = (change: (value: unknown, index: number) => unknown) =>
      assert.deepEqual(read(values.map(change)), whole, name);
    const isNumber = params.map(({ schema }) => kindOf(schema).startsWith('number'));
    inEachForm((value, index) => (isNumber[index] ? String(Number(value)) : value));
    inEachForm((value, index) => (isNumber[index] ? Number(value) : value));
    inEachForm((value, index) => (isNumber[index] ? `0x00${String(value).slice(2)}` : value));
    const longest = Math.max(...params.map(({ aliases = [] }) => aliases.length));
    for (let alias = -1; alias < longest; alias++) {
      const nameOf = (index: number) => params[index]?.aliases?.[alias] ?? params[index]?.name ?? '';
      assert.deepEqual(read(Object.fromEntries(values.map((value, index) => [nameOf(index), value]))), whole, name);
    }
    for (const [index, { name: param, aliases = [] }] of params.entries())
      for (const alias of aliases)
        assert.throws(() => read({ [param]: values[index], [alias]: values[index] }), /unknown or repeated/, name);
    const required = params.filter((param) => param.required).length;
    const short = read(values.slice(0, required));
    assert.deepEqual(read([...values.slice(0, required), ...params.slice(required).map(() => null)]), short, name);
    assert.throws(
      () => read({ [params[0]?.name ?? '']: values[0], unheardOf: 1 }),
      /unknown or repeated parameter "unheardOf"/,
      name,
    );
    compared++;
  }
  assert.ok(compared > 60, `${compared}`);
});

test('a node answers as the table of differences says, and so does anvil', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const anvil = anvilMissing === false ? await startAnvil(t) : undefined;
  for (const { method, shown } of differences) {
    if (shown === undefined) continue;
    assert.match(await answerOf(node.urls.http, shown.requests), shown.here, method);
    if (anvil !== undefined && shown.anvil !== undefined)
      assert.match(await answerOf(anvil.url, shown.requests), shown.anvil, `${method} of anvil`);
    for (const url of [node.urls.http, anvil?.url]) {
      if (url !== undefined)
        await answerOf(url, [
          ['anvil_setAutomine', true],
          ['anvil_setCoinbase', `0x${'00'.repeat(20)}`],
        ]);
    }
  }
});

/** JSON text of what the last request returns, or of code and text of its error. */
async function answerOf(
  url: string,
  requests: readonly (readonly [method: string, ...params: readonly unknown[]])[],
): Promise<string> {
  let answer = '';
  for (const [method, ...given] of requests) {
    const [only] = given;
    const isByName = given.length === 1 && method === 'anvil_setBalance';
    const params = isByName ? JSON.stringify(only) : `[${given.map((each) => JSON.stringify(each)).join(',')}]`;
    const { result, error } = await postJson(url, `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`);
    answer = JSON.stringify(error === undefined ? result : `${error.code} ${error.message}`);
  }
  return answer;
}
