import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseAddress } from '../primitives/address.ts';
import { emptyCodeHash } from '../primitives/crypto/keccak.ts';
import type { Hex } from '../primitives/hex.ts';
import { ModelState } from '../testing/chain/model-state.ts';
import { anyAction, applyAction, dump, someAddresses, someKeys } from '../testing/chain/state-actions.ts';
import { emptyAccount } from './account.ts';
import { emptyView } from './empty-view.ts';
import { InsufficientBalanceError, type StateView } from './types.ts';
import { createWorldState } from './world-state.ts';

const alice = parseAddress(`0x${'a1'.repeat(20)}`);
const bob = parseAddress(`0x${'b0'.repeat(20)}`);
const one = Uint8Array.of(1);
const two = Uint8Array.of(2);

test('any sequence of changes, snapshots and reverts equals the model, also through overlays', () => {
  const step = fc.oneof({ weight: 6, arbitrary: anyAction }, fc.constantFrom('mark' as const, 'return' as const));
  const property = fc.property(fc.array(anyAction), fc.array(step), fc.nat(), (earlier, steps, pick) => {
    const model = new ModelState();
    const base = createWorldState(emptyView);
    for (const action of earlier) for (const state of [model, base]) applyAction(state, action);
    const state = createWorldState(createWorldState(base));
    const marks: { readonly ours: number; readonly model: number }[] = [];
    for (const next of steps) {
      if (next === 'mark') marks.push({ ours: state.snapshot(), model: model.snapshot() });
      else if (next !== 'return') for (const each of [model, state]) applyAction(each, next);
      else {
        const mark = marks.splice(pick % Math.max(marks.length, 1))[0];
        if (mark) state.revert(mark.ours);
        if (mark) model.revert(mark.model);
      }
    }
    assert.deepEqual(dump(state), dump(model));
    for (const owner of someAddresses) {
      for (const mark of marks) assert.equal(state.debitsSince(mark.ours, owner), model.debitsSince(mark.model, owner));
      assert.equal(state.hasEntries(owner), model.hasEntries(owner));
      for (const key of someKeys) {
        assert.deepEqual(state.entry(owner, key), model.entry(owner, key));
        assert.deepEqual([...state.entries(owner, '0x00', key)], [...model.entries(owner, '0x00', key)]);
        assert.deepEqual([...state.entries(owner, key)], [...model.entries(owner, key)]);
      }
    }
  });
  fc.assert(property, { numRuns: 300 });
});

test('the changes since a snapshot, applied to an equal state, make the same state again, and can be reverted', () => {
  const step = fc.oneof({ weight: 6, arbitrary: anyAction }, fc.constantFrom('mark' as const, 'return' as const));
  const property = fc.property(fc.array(anyAction), fc.array(anyAction), fc.array(step), (first, second, steps) => {
    const base = createWorldState(emptyView);
    const [ours, theirs] = [createWorldState(base), createWorldState(base)];
    for (const action of first) applyAction(base, action);
    for (const action of second) for (const state of [ours, theirs]) applyAction(state, action);
    const layer = createWorldState(theirs);
    const before = dump(ours);
    const start = ours.snapshot();
    const marks: (readonly [number, number])[] = [];
    for (const next of steps) {
      const mark = next === 'return' ? marks.pop() : undefined;
      if (next === 'mark') marks.push([ours.snapshot(), layer.snapshot()]);
      else if (mark !== undefined) [ours, layer].forEach((state, index) => void state.revert(mark[index] ?? 0));
      else if (next !== 'return') for (const state of [ours, layer]) applyAction(state, next);
    }
    for (const changes of [ours.changesSince(start), layer.changes()]) {
      const copy = structuredClone(changes);
      const snapshot = theirs.snapshot();
      theirs.apply(copy);
      assert.deepEqual(dump(theirs), dump(ours));
      assert.deepEqual([theirs.minted, theirs.burned], [ours.minted, ours.burned]);
      theirs.revert(snapshot);
      assert.deepEqual(dump(theirs), before);
    }
  });
  fc.assert(property, { numRuns: 300 });
});

test('changes since a snapshot count the wei that were created and destroyed since', () => {
  const state = createWorldState(emptyView);
  state.mint(alice, 5n);
  const start = state.snapshot();
  state.mint(alice, 3n);
  const reverted = state.snapshot();
  state.mint(bob, 9n);
  state.revert(reverted);
  state.burn(alice, 1n);
  const { minted, burned, accounts } = state.changesSince(start);
  assert.deepEqual([minted, burned, [...accounts.keys()]], [3n, 1n, [alice]]);
});

test('the base view is not changed', () => {
  const base = createWorldState(emptyView);
  base.mint(alice, 5n);
  base.setEntry(alice, '0x01', one);
  const before = dump(base);
  const layer = createWorldState(base);
  layer.setAccount(alice, undefined);
  layer.setEntry(alice, '0x02', two);
  assert.deepEqual([...layer.entries(alice, '0x')], [['0x02', two]]);
  assert.deepEqual(dump(base), before);
});

test('a transfer is complete or changes nothing', () => {
  const state = createWorldState(emptyView);
  state.mint(alice, 10n);
  state.transfer(alice, bob, 4n);
  state.transfer(alice, alice, 6n);
  state.burn(bob, 1n);
  state.countBurned(2n);
  assert.deepEqual([state.balance(alice), state.balance(bob), state.minted, state.burned], [6n, 3n, 10n, 3n]);
  assert.throws(
    () => state.transfer(bob, alice, 4n),
    (error: unknown) =>
      error instanceof InsufficientBalanceError && error.account === bob && error.has === 3n && error.needed === 4n,
  );
  assert.throws(() => state.burn(alice, 7n), InsufficientBalanceError);
  for (const wrong of [
    () => state.transfer(alice, bob, -1n),
    () => state.mint(alice, -1n),
    () => state.burn(alice, -1n),
  ])
    assert.throws(wrong, RangeError);
  assert.deepEqual([state.balance(alice), state.balance(bob), state.minted, state.burned], [6n, 3n, 10n, 3n]);
});

test('a transfer of 0 creates no account', () => {
  const state = createWorldState(emptyView);
  state.transfer(alice, bob, 0n);
  state.mint(alice, 0n);
  assert.equal(state.account(alice), undefined);
  assert.equal(state.account(bob), undefined);
});

test('revert also undoes what was minted and burned', () => {
  const state = createWorldState(emptyView);
  state.mint(alice, 10n);
  const mark = state.snapshot();
  state.mint(bob, 5n);
  state.burn(alice, 1n);
  state.revert(mark);
  assert.deepEqual([state.minted, state.burned, state.balance(bob)], [10n, 0n, 0n]);
  assert.throws(() => state.revert(mark + 1), RangeError);
});

test('accountsBefore returns the accounts set since a snapshot, with their values then', () => {
  const base = createWorldState(emptyView);
  base.mint(alice, 10n);
  const state = createWorldState(base);
  state.mint(alice, 1n);
  const mark = state.snapshot();
  state.transfer(alice, bob, 3n);
  state.transfer(alice, bob, 3n);
  state.setEntry(bob, '0x01', one);
  assert.deepEqual(
    [...state.accountsBefore(mark)],
    [
      [alice, { ...emptyAccount, balance: 11n }],
      [bob, undefined],
    ],
  );
  assert.equal(state.accountsBefore(0).get(alice)?.balance, 10n);
  assert.equal(state.accountsBefore(state.snapshot()).size, 0);
});

test('the version never repeats a value', () => {
  const state = createWorldState(emptyView);
  const seen = new Set([state.version]);
  const changes = [
    () => state.mint(alice, 1n),
    () => state.setEntry(alice, '0x01', one),
    () => state.revert(0),
    () => state.mint(alice, 1n),
    () => state.setAccount(alice, undefined),
    () => state.revert(1),
  ];
  for (const change of changes) {
    change();
    assert.equal(seen.has(state.version), false);
    seen.add(state.version);
  }
});

test('no bytes remove an entry; an entry without an account creates the account', () => {
  const state = createWorldState(emptyView);
  state.setEntry(alice, '0x01', new Uint8Array(0));
  assert.equal(state.account(alice), undefined);
  state.setEntry(alice, '0x01', one);
  assert.deepEqual(state.account(alice), emptyAccount);
  state.setEntry(alice, '0x01', new Uint8Array(0));
  assert.equal(state.entry(alice, '0x01'), undefined);
  assert.equal(state.hasEntries(alice), false);
  for (const key of ['0x', `0x${'00'.repeat(256)}`] as const)
    assert.throws(() => state.setEntry(alice, key, one), RangeError);
});

test('code is found by its hash, and unknown code is an error', () => {
  const state = createWorldState(emptyView);
  const hash = state.addCode(two);
  assert.deepEqual(state.code(hash), two);
  assert.equal(state.addCode(new Uint8Array(0)), emptyCodeHash);
  assert.equal(state.code(emptyCodeHash).length, 0);
  assert.throws(() => createWorldState(emptyView).code(hash), /no code/);
});

test('a queue that was emptied from its beginning in this block is read from its present one, also of a base that tells', () => {
  const base = createWorldState(emptyView);
  const keyAt = (at: number): Hex => `0x07${at.toString(16).padStart(8, '0')}`;
  for (let at = 0; at < 3_000; at++) base.setEntry(alice, keyAt(at), one);
  let reads = 0;
  const counting: StateView = {
    account: (address) => base.account(address),
    code: (hash) => base.code(hash),
    entry: (owner, key) => base.entry(owner, key),
    hasEntries: (owner) => base.hasEntries(owner),
    version: 7,
    *entries(...range) {
      for (const row of base.entries(...range)) {
        reads++;
        yield row;
      }
    },
  };
  const state = createWorldState(counting);
  for (let at = 0; at < 2_500; at++) state.setEntry(alice, keyAt(at), undefined);
  const first = () => {
    for (const [key] of state.entries(alice, '0x07')) return key;
    return undefined;
  };
  for (let round = 0; round < 200; round++) assert.equal(first(), keyAt(2_500));
  assert.ok(reads <= 2_501 + 200, `${reads} reads`);
  reads = 0;
  const mark = state.snapshot();
  for (let at = 2_500; at < 3_000; at++) {
    state.setEntry(alice, keyAt(at), undefined);
    assert.equal(first(), at === 2_999 ? undefined : keyAt(at + 1));
  }
  assert.ok(reads <= 5 * 500, `${reads} reads while it is emptied`);
  assert.equal(state.hasEntries(alice), false);
  state.revert(mark);
  assert.equal(first(), keyAt(2_500));
  assert.equal([...state.entries(alice, '0x07')].length, 500);
});
