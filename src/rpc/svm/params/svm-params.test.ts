import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disagreement } from '../../../testing/interfaces/schema-agreement.ts';
import { createSvmDependencies } from '../../../testing/interfaces/svm-interface.ts';
import type { Methods } from '../../method.ts';
import { svmRpcOptions } from '../../options.ts';
import { svmMethods } from '../../svm-interface/svm-methods.ts';
import { openSubscriptions } from '../subscriptions/subscription-methods.ts';

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

test('the schema of a parameter accepts what its parser accepts', (t) => {
  const { dependencies } = createSvmDependencies();
  const subscriptions = openSubscriptions(
    dependencies,
    svmRpcOptions.parse({ 'enable-block-subscription': true, 'enable-vote-subscription': true }),
  );
  t.after(() => subscriptions.close());
  const methods: Methods = { ...svmMethods(dependencies), ...subscriptions.methods };
  const checked = Object.entries(methods).flatMap(([method, { params }]) =>
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
