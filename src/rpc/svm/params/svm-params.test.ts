import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import type { Schema } from '../../../testing/interfaces/json-schema.ts';
import { disagreement } from '../../../testing/interfaces/schema-agreement.ts';
import { createSvmDependencies } from '../../../testing/interfaces/svm-interface.ts';
import type { Method, Methods, Param } from '../../method.ts';
import { svmRpcOptions } from '../../options.ts';
import { RpcError } from '../../rpc-error.ts';
import { svmMethods } from '../../svm-interface/svm-methods.ts';
import { openSubscriptions } from '../subscriptions/subscription-methods.ts';
import type { ProgramAccountsOptions } from './program-options.ts';

const keys = 'keys and signatures must be base58 of the right length';

/** Parameters whose parser requires more than a schema can express, by name or by method and name. */
const stricter: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['pubkey', 'pubkeys', 'owner', 'address', 'addresses', 'accounts', 'program', 'signature', 'signatures'].map(
      (name) => [name, keys],
    ),
  ),
  filter: keys,
  blockhash: keys,
  slot: `identity: ${keys}`,
  options: `identity, votePubkey, before, until: ${keys}; transactions have no commitment below confirmed`,
  message: 'must be a serialized message in base64',
};

function allMethods(t: TestContext): Methods {
  const { dependencies } = createSvmDependencies();
  const subscriptions = openSubscriptions(
    dependencies,
    svmRpcOptions.parse({ 'enable-block-subscription': true, 'enable-vote-subscription': true }),
  );
  t.after(() => subscriptions.close());
  return { ...svmMethods(dependencies), ...subscriptions.methods };
}

test('the schema of a parameter accepts what its parser accepts', (t) => {
  const checked = Object.entries(allMethods(t)).flatMap(([method, { params }]) =>
    params.map((param) => `${method} ${param.name}: ${disagreement(param, stricter[param.name] !== undefined)}`),
  );
  assert.ok(checked.length > 60, `${checked.length} parameters`);
  assert.deepEqual(
    checked.filter((text) => !text.endsWith(': undefined')),
    [],
  );
});

test('the schemas of options list their members', () => {
  const { dependencies } = createSvmDependencies();
  const [, options] = svmMethods(dependencies).getBlock?.params ?? [];
  const [schema] = options?.schema.anyOf ?? [];
  assert.ok(typeof schema === 'object');
  assert.deepEqual(Object.keys(schema.properties ?? {}), [
    'commitment',
    'minContextSlot',
    'encoding',
    'maxSupportedTransactionVersion',
    'transactionDetails',
    'rewards',
  ]);
});

/** Values of another type than the schema's, for each part of it, inside of what is otherwise valid. */
function* wrongValues(schema: Schema): Iterable<unknown> {
  const { type, enum: words, properties, items, anyOf, maximum } = schema;
  if (anyOf !== undefined) {
    for (const each of anyOf) if (each.properties !== undefined) yield* wrongMembers(each);
  } else if (words !== undefined) yield* ['no such word', 1, {}];
  else if (properties !== undefined) yield* [1, 'text', true, ...wrongMembers(schema)];
  else if (items !== undefined) yield* ['text', 1, ...Array.from(wrongValues(items), (item) => [item])];
  else if (type === 'integer')
    yield* ['1', -1, 1.5, true, [], {}, ...(typeof maximum === 'number' ? [maximum + 1] : [2n ** 64n])];
  else if (type === 'boolean') yield* ['true', 0, {}];
  else if (type === 'string') yield* [1, true, {}];
}

/** Objects in which one member has a wrong value; those that are required are valid. */
function* wrongMembers({ properties = {}, required = [] }: Schema): Iterable<unknown> {
  const valid = Object.fromEntries(required.map((name) => [name, validMembers[name]]));
  for (const [name, member] of Object.entries(properties))
    for (const wrong of wrongValues(member)) yield { ...valid, [name]: wrong };
}

const anyKey = '11111111111111111111111111111111';
const validMembers: Readonly<Record<string, unknown>> = {
  offset: 0,
  length: 1,
  bytes: '2',
  dataSize: 1,
  memcmp: { offset: 0, bytes: '2' },
  tokenAccountState: null,
  mint: anyKey,
  programId: anyKey,
  mentions: [anyKey],
  mentionsAccountOrProgram: anyKey,
};

const faultOf = (param: Param, json: unknown): unknown => {
  try {
    param.parse(json);
    return undefined;
  } catch (error) {
    return error instanceof RpcError ? error.code : error;
  }
};

test('each known option of a wrong type is an error, and unknown ones are ignored', (t) => {
  let wrongs = 0;
  for (const [method, { params }] of Object.entries(allMethods(t))) {
    for (const param of params) {
      const schema = param.schema as Schema;
      for (const wrong of wrongValues(schema)) {
        wrongs++;
        assert.equal(faultOf(param, wrong), -32602, `${method} ${param.name} ${inspect(wrong)}`);
      }
      const takesOptions = [schema, ...(schema.anyOf ?? [])].some(
        ({ properties, additionalProperties }) => properties !== undefined && additionalProperties !== false,
      );
      if (takesOptions) assert.equal(faultOf(param, { unknown: 1 }), undefined, `${method} ${param.name}`);
    }
  }
  assert.ok(wrongs > 800, `${wrongs} values`);
});

test('options that contradict each other, or are in another encoding than they say, are errors', (t) => {
  const { getProgramAccounts, getTokenAccountsByOwner, logsSubscribe, blockSubscribe } = allMethods(t);
  const compare = (bytes: unknown, encoding?: string) => ({ filters: [{ memcmp: { offset: 0, bytes, encoding } }] });
  const cases: readonly (readonly [Method | undefined, unknown])[] = [
    [getProgramAccounts, { filters: [{ dataSize: 1, memcmp: { offset: 0, bytes: '2' } }] }],
    [getProgramAccounts, { filters: [{}] }],
    [getProgramAccounts, { filters: [{ dataSizes: 1 }] }],
    [getProgramAccounts, compare('not base64!', 'base64')],
    [getProgramAccounts, compare('AAA', 'base64')],
    [getProgramAccounts, compare('0OIl')],
    [getProgramAccounts, compare('0OIl', 'base58')],
    [getProgramAccounts, compare([1, 2], 'base58')],
    [getProgramAccounts, compare([1, 2], 'base64')],
    [getProgramAccounts, compare('2', 'bytes')],
    [getProgramAccounts, compare([256])],
    [getProgramAccounts, compare(Array(129).fill(1))],
    [getProgramAccounts, compare('1'.repeat(129))],
    [getProgramAccounts, compare('A'.repeat(176), 'base64')],
    [getTokenAccountsByOwner, { mint: anyKey, programId: anyKey }],
    [getTokenAccountsByOwner, { mint: anyKey, other: anyKey }],
    [getTokenAccountsByOwner, {}],
    [logsSubscribe, { mentions: [anyKey], all: true }],
    [logsSubscribe, { mentions: [] }],
    [logsSubscribe, { mentions: [anyKey, anyKey] }],
    [blockSubscribe, { mentionsAccountOrProgram: anyKey, other: 1 }],
  ];
  for (const [method, json] of cases) {
    const param = method?.params.find(({ name }) => name === 'filter' || name === 'options');
    assert.ok(param !== undefined);
    assert.equal(faultOf(param, json), -32602, JSON.stringify(json));
  }
  const param = getProgramAccounts?.params.find(({ name }) => name === 'options') as Param<ProgramAccountsOptions>;
  const data = Uint8Array.of(1, 2, 3);
  const isAccepted = (json: unknown) => param.parse(json).accepts(data);
  for (const same of [compare('5T'), compare([1, 2]), compare('AQI=', 'base64'), compare([1, 2], 'bytes')])
    assert.equal(isAccepted(same), true, JSON.stringify(same));
  for (const other of [compare('5S'), compare([1, 3]), compare('AQM=', 'base64'), compare([1, 2, 3, 4])])
    assert.equal(isAccepted(other), false, JSON.stringify(other));
  assert.equal(isAccepted({ filters: [{ memcmp: { offset: 3, bytes: [] } }] }), true);
  assert.equal(isAccepted({ filters: [{ memcmp: { offset: 4, bytes: [] } }] }), false);
});
