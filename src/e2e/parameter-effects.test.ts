import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figuresOf } from '../kernel/module-sdk/figures.ts';
import { createModules } from '../modules/index.ts';
import { overviewQueries } from '../modules/readers.ts';
import { economyEffects } from '../testing/effects/economy.ts';
import { recordEffects } from '../testing/effects/records.ts';

const effects = { ...economyEffects, ...recordEffects };

/** Every field that a `qor_` method calls a parameter with effect. */
const parameters = [...createModules().flatMap(({ queries }) => queries), ...overviewQueries].flatMap((query) =>
  figuresOf(query.result)
    .filter(({ kind }) => kind === 'parameter')
    .map(({ path }) => ({ method: query.name, path })),
);

test('every parameter that a method shows as one has an effect that is shown here', () => {
  const shown = Object.entries(effects).flatMap(([method, fields]) =>
    Object.keys(fields).map((path) => ({ method, path })),
  );
  const text = (field: { method: string; path: string }) => `${field.method} ${field.path}`;
  assert.deepEqual(shown.map(text).sort(), parameters.map(text).sort());
});

for (const [method, fields] of Object.entries(effects)) {
  test(`parameters of ${method} change what the chain does`, async (t) => {
    for (const [path, { values, result }] of Object.entries(fields)) {
      await t.test(path, () => {
        const [first, second] = values.map((value) => result(value));
        assert.notDeepEqual(second, first);
        assert.notEqual(first, undefined);
      });
    }
  });
}
