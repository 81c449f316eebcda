import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyView } from '../../state/empty-view.ts';
import { createWorldState } from '../../state/world-state.ts';
import { blob, count } from '../codec/scalars.ts';
import { list, struct } from '../codec/structures.ts';
import { moduleAddress } from '../module-address.ts';
import { recordsOf } from './record.ts';

const { single } = recordsOf(moduleAddress(0x0d98));

test('a record is what was set, also when the caller changes the bytes afterwards', () => {
  const state = createWorldState(emptyView);
  const files = single(1, 'files', 'Bytes.', struct({ size: count, parts: list(blob) }), { size: 0, parts: [] });
  const part = Uint8Array.of(1, 2, 3);
  files.set(state, { size: 3, parts: [part] });
  part[0] = 9;
  assert.deepEqual(files.get(state), { size: 3, parts: [Uint8Array.of(1, 2, 3)] });
});

test('a record that nobody sets is decoded once', () => {
  const state = createWorldState(emptyView);
  let decoded = 0;
  const decode = (encoded: Parameters<typeof count.decode>[0]) => {
    decoded++;
    return count.decode(encoded);
  };
  const number = single(2, 'number', 'A number.', { ...count, decode }, 0);
  assert.equal(number.get(state), 0);
  number.set(state, 7);
  for (let time = 0; time < 3; time++) assert.equal(number.get(state), 7);
  assert.equal(decoded, 1);
});
