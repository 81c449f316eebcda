import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AbstractCurve, extension, lanes, openAbstractCurve } from '../testing/abstract-curve.ts';
import { lane, type Place, union } from '../testing/bounds.ts';

/*
 * The formulas of assembly/bls12-381 with ranges for numbers: whatever their inputs, no product gets factors beyond its
 * contract, no limb overflows and no value grows without end. What a formula leaves is given to it again until the ranges no
 * longer grow.
 */

const elementBytes = 112;
const canonical: Place = [lane(0, 1), lane(0, 1)];

const joined = (a: Place, b: Place): Place => [union(a[0], b[0]), union(a[1], b[1])];

/** Runs the steps, each of which turns one place of `elements` into itself, until what is possible no longer changes. */
function settle(curve: AbstractCurve, place: number, elements: number, steps: readonly (() => void)[]) {
  const addresses = Array.from({ length: elements }, (_, i) => place + i * elementBytes);
  let known = addresses.map((): Place => canonical);
  for (let round = 0; round < 50; round++) {
    let next = known;
    for (const step of steps) {
      for (const [i, address] of addresses.entries()) curve.set(address, known[i] ?? canonical);
      step();
      next = next.map((before, i) => joined(before, curve.get(addresses[i] ?? 0)));
    }
    const isSettled = JSON.stringify(next) === JSON.stringify(known);
    known = next;
    if (isSettled) return known;
  }
  assert.fail('the ranges grow without end');
}

const greatest = (known: readonly Place[]) =>
  Math.max(...known.flat().flatMap(({ value: [low, high] }) => [Math.abs(low), Math.abs(high)]));

for (const [name, field] of [
  ['G1', lanes],
  ['G2', extension],
] as const) {
  test(`points of ${name} stay within bounds, whatever is added and doubled`, async () => {
    const curve = await openAbstractCurve();
    const [point, other] = [curve.allocate(3), curve.allocate(3)];
    const run = (formula: string, ...places: readonly (number | boolean)[]) => curve.formula(formula)(field, ...places);
    const copy = () => {
      for (let at = 0; at < 3 * elementBytes; at += elementBytes) curve.set(other + at, curve.get(point + at));
    };
    const known = settle(curve, point, 3, [
      () => {
        copy();
        run('addPoints', point, point, other);
      },
      () => run('doublePoint', point, point),
      () => run('endomorphism', point, point),
      () => run('doubleTimes', point, 1),
      () => run('doubleTimes', point, 40),
      () => {
        copy();
        run('endomorphism', other, point);
        run('addPoints', point, other, point);
      },
    ]);
    assert.ok(greatest(known) < 8.1, `${greatest(known)} p`);
  });
}

test('a point of G1 alone stays within bounds when it is doubled', async () => {
  const curve = await openAbstractCurve();
  const point = curve.allocate(3);
  const known = settle(
    curve,
    point,
    3,
    [1, 2, 40].map((times) => () => curve.formula('doubleTimesAlone')(point, times)),
  );
  assert.ok(greatest(known) < 8.1, `${greatest(known)} p`);
});

test('elements of the target field stay between 0 and the modulus, but for little', async () => {
  const curve = await openAbstractCurve();
  const [value, other] = [curve.allocate(6), curve.allocate(6)];
  const copy = () => {
    for (let at = 0; at < 6 * elementBytes; at += elementBytes) curve.set(other + at, curve.get(value + at));
  };
  const run = (name: string, ...places: readonly number[]) => curve.formula(name)(...places);
  const known = settle(curve, value, 6, [
    () => {
      copy();
      run('multiplyTarget', value, value, other);
    },
    () => run('squareTarget', value, value),
    () => run('squareCyclotomic', value),
    () => run('conjugateTarget', value, value),
    () => run('frobenius', value),
    () => {
      copy();
      run('multiplyByLine', value, other);
    },
    () => {
      copy();
      run('multiplyByMonicLine', value, other, other + elementBytes);
    },
    () => run('invertTarget', value, value),
  ]);
  assert.ok(greatest(known) < 1.25, `${greatest(known)} p`);
});

test('lines and multiples of points of G2 stay within bounds', async () => {
  const curve = await openAbstractCurve();
  const pair = curve.allocate(8);
  const [line, value] = [curve.formula('line') as unknown as number, curve.allocate(6)];
  const multiply = () => {
    for (let i = 0; i < 6; i++) curve.set(value + i * elementBytes, canonical);
    curve.formula('multiplyByLine')(value, line);
  };
  const known = settle(curve, pair, 8, [
    () => {
      curve.formula('doubleWithLine')(pair);
      multiply();
    },
    () => {
      curve.formula('addWithLine')(pair);
      multiply();
    },
  ]);
  assert.ok(greatest(known) < 10.1, `${greatest(known)} p`);
});

test('a formula that leaves out a carry is found', async () => {
  const curve = await openAbstractCurve();
  const point = curve.allocate(3);
  for (let i = 0; i < 3; i++) curve.set(point + i * elementBytes, canonical);
  const add = curve.formula('addPoints');
  add(lanes, point, point, point);
  const [x] = curve.get(point);
  const uncarried = { limbs: [4 * x.limbs[0], 4 * x.limbs[1]], value: x.value } as const;
  curve.set(point, [uncarried, uncarried]);
  assert.throws(() => add(lanes, point, point, point), /cannot be subtracted/);
});
