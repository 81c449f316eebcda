import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count } from '../codec/scalars.ts';
import { moduleAddress } from '../module-address.ts';
import { call, view } from './call.ts';
import { defineModule } from './define-module.ts';
import { uint } from './field.ts';
import { recordsOf } from './record.ts';

const address = moduleAddress(0x0d99);
const { single } = recordsOf(address);
const record = (number: number, name: string) => single(number, name, 'A number.', count, 0);
const outputs = { value: uint(64, 'a number') };
const reading = (name: string) => view(name, { doc: '', inputs: {}, outputs, gas: 1n, run: () => ({ value: 0n }) });
const changing = (name: string, inputs = {}) => call(name, { doc: '', inputs, gas: 1n, run: () => ({}) });
const define = (declaration: object) => defineModule({ name: 'demo', address, doc: '', ...declaration });

test('a record and a call may share no number, selector or command', () => {
  const cases: readonly (readonly [object, RegExp])[] = [
    [{ singles: [record(1, 'one'), record(1, 'other')] }, /demo uses record number 1 twice/],
    [{ calls: [changing('go'), changing('go')] }, /demo uses selector 0x[0-9a-f]{8} twice/],
    [{ singles: [record(1, 'last_value')], calls: [reading('lastValue')] }, /demo uses query command last-value twice/],
    [{ singles: [record(1, 'value'), record(2, 'value')] }, /demo uses query command value twice/],
    [{ calls: [changing('go'), changing('go', outputs)] }, /demo uses tx command go twice/],
  ];
  for (const [declaration, words] of cases) assert.throws(() => define(declaration), words);
  const { calls } = define({ singles: [record(1, 'value')], calls: [changing('value'), reading('values')] });
  assert.equal(calls.length, 2, 'a record is under query, a call that changes state under tx');
});
