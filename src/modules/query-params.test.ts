import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disagreement } from '../testing/interfaces/schema-agreement.ts';
import { createModules } from './index.ts';

/** Parameters whose parser requires more than a schema can express: spellings of accounts, names that exist. */
const isStricter = true;

test('the schema of a parameter of a query accepts what its parser accepts', () => {
  const params = createModules().flatMap(({ queries }) =>
    queries.flatMap(({ name, params: declared }) => declared.map((param) => ({ query: name, param }))),
  );
  assert.ok(params.length > 10, `${params.length} parameters`);
  for (const { query, param } of params) {
    const { name, doc: description, schema, parse } = param;
    const counterexample = disagreement({ name, description, required: true, schema, parse }, isStricter);
    assert.equal(counterexample, undefined, `${query} ${name}`);
    assert.doesNotThrow(() => param.parse(param.example), `the example of ${query} ${name}`);
  }
});
