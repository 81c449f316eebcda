import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAddress } from '../../primitives/address.ts';
import { emptyView } from '../../state/empty-view.ts';
import { createWorldState } from '../../state/world-state.ts';
import { GasMeter, OutOfGasError } from './gas-meter.ts';
import { coveredRows, gasPerRow, MeteredState } from './metered-state.ts';

const owner = parseAddress(`0x${'11'.repeat(20)}`);

/** A state with that many rows, and what a call with so much gas sees of it. */
function metered(rows: number, limit: bigint) {
  const state = createWorldState(emptyView);
  for (let at = 0; at < rows; at++) state.setEntry(owner, `0x01${at.toString(16).padStart(4, '0')}`, Uint8Array.of(1));
  const gas = new GasMeter(limit, () => {});
  return { gas, state: new MeteredState(state, gas) };
}

test('rows that the price of a call covers take no gas, and each further one does before it is read', () => {
  const covered = metered(coveredRows - 1, 0n);
  assert.equal([...covered.state.entries(owner, '0x01')].length, coveredRows - 1, 'the end is looked for as well');
  assert.equal(covered.gas.used, 0n);
  assert.throws(() => covered.state.entry(owner, '0x010000'), OutOfGasError);
  const further = metered(coveredRows + 10, 100n * gasPerRow);
  assert.equal([...further.state.entries(owner, '0x01')].length, coveredRows + 10);
  assert.equal(further.gas.used, 11n * gasPerRow);
});

test('a list ends where the gas does', () => {
  const { state } = metered(coveredRows + 10, 3n * gasPerRow);
  let read = 0;
  assert.throws(() => {
    for (const _ of state.entries(owner, '0x01')) read++;
  }, OutOfGasError);
  assert.equal(read, coveredRows + 3);
});
