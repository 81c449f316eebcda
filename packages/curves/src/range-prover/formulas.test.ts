import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AbstractCurve, extension, lanes, openAbstractCurve } from './abstract-curve.ts';
import { lane, type Place, union } from './bounds.ts';
import { curveSources } from './curve-sources.ts';

/*
 * The formulas of the curves in assembly with ranges for numbers: whatever their inputs, no product gets factors beyond
 * its contract, no limb overflows and no value grows without end. What a formula leaves is given to it again until the
 * ranges no longer grow.
 */

const { bls12381, bn254 } = curveSources;

const canonical: Place = [lane(0, 1), lane(0, 1)];

const joined = (a: Place, b: Place): Place => [union(a[0], b[0]), union(a[1], b[1])];

/**
 * Runs the steps, each of which turns one place of `elements` into itself, until what is possible no longer changes.
 */
function settle(curve: AbstractCurve, place: number, elements: number, steps: readonly (() => void)[]) {
  const addresses = Array.from({ length: elements }, (_, i) => place + i * curve.elementBytes);
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

/** Copies places of one point or value to another. */
function copyPlaces(curve: AbstractCurve, to: number, from: number, elements: number) {
  for (let i = 0; i < elements; i++) {
    const at = i * curve.elementBytes;
    curve.set(to + at, curve.get(from + at));
  }
}

for (const sources of [bls12381, bn254]) {
  for (const [group, field] of [
    ['G1', lanes],
    ['G2', extension],
  ] as const) {
    test(`points of ${group} of ${sources.name} stay within bounds, whatever is added and doubled`, async () => {
      const curve = await openAbstractCurve(sources);
      const [point, other] = [curve.allocate(3), curve.allocate(3)];
      const run = (formula: string, ...places: readonly number[]) => curve.formula(formula)(field, ...places);
      const known = settle(curve, point, 3, [
        () => {
          copyPlaces(curve, other, point, 3);
          run('addPoints', point, point, other);
        },
        () => run('doublePoint', point, point),
        () => run('endomorphism', point, point),
        () => run('doubleTimes', point, 1),
        () => run('doubleTimes', point, 40),
        () => {
          copyPlaces(curve, other, point, 3);
          run('endomorphism', other, point);
          run('addPoints', point, other, point);
        },
      ]);
      assert.ok(greatest(known) < 8.1, `${greatest(known)} p`);
    });
  }

  test(`elements of the target field of ${sources.name} stay between 0 and the modulus, but for little`, async () => {
    const curve = await openAbstractCurve(sources);
    const [value, other] = [curve.allocate(6), curve.allocate(6)];
    const run = (name: string, ...places: readonly number[]) => curve.formula(name)(...places);
    const withCopy = (step: () => void) => () => {
      copyPlaces(curve, other, value, 6);
      step();
    };
    const known = settle(curve, value, 6, [
      withCopy(() => run('multiplyTarget', value, value, other)),
      () => run('squareTarget', value, value),
      () => run('squareCyclotomic', value),
      () => run('conjugateTarget', value, value),
      () => run('frobenius', value),
      withCopy(() => run('multiplyByLine', value, other)),
      ...(sources === bls12381
        ? [
            withCopy(() => run('multiplyByMonicLine', value, other, other + curve.elementBytes)),
            withCopy(() => run('multiplyByPair', value, other)),
            () => run('squareCompressed', value),
            () => run('restore', value, value),
          ]
        : []),
      () => run('invertTarget', value, value),
    ]);
    assert.ok(greatest(known) < 1.4, `${greatest(known)} p`);
  });

  test(`lines and multiples of points of G2 of ${sources.name} stay within bounds`, async () => {
    const curve = await openAbstractCurve(sources);
    const [pair, fixed] = [curve.allocate(8), curve.allocate(3)];
    const [line, value] = [curve.formula('line') as unknown as number, curve.allocate(6)];
    const multiply = () => {
      for (let i = 0; i < 6; i++) curve.set(value + i * curve.elementBytes, canonical);
      curve.formula('multiplyByLine')(value, line);
    };
    for (let i = 0; i < 3; i++) curve.set(fixed + i * curve.elementBytes, canonical);
    const y = fixed + curve.elementBytes;
    const known = settle(curve, pair, 8, [
      () => {
        curve.formula('doubleWithLine')(pair);
        multiply();
      },
      () => {
        curve.formula('addWithLine')(pair, fixed);
        multiply();
      },
      () => {
        curve.formula('negate')(y, y);
        curve.formula('addWithLine')(pair, fixed);
        multiply();
        curve.set(y, canonical);
      },
    ]);
    assert.ok(greatest(known) < 10.1, `${greatest(known)} p`);
  });

  test(`a packed point of ${sources.name} stays within bounds, whatever is added and doubled`, async () => {
    const curve = await openAbstractCurve(sources);
    const [point, other] = [curve.allocate(2), curve.allocate(2)];
    const add = (isNegated: boolean) => () => {
      copyPlaces(curve, other, point, 2);
      if (isNegated) curve.formula('negate')(other, other);
      const [, x] = curve.get(other + curve.elementBytes);
      curve.set(other + curve.elementBytes, [x, x]);
      curve.formula('addPacked')(point, other, other + curve.elementBytes);
    };
    const known = settle(curve, point, 2, [() => curve.formula('doublePacked')(point), add(false), add(true)]);
    assert.ok(greatest(known) < 8.1, `${greatest(known)} p`);
  });
}

test('a point of G1 alone stays within bounds when it is doubled', async () => {
  const curve = await openAbstractCurve(bls12381);
  const point = curve.allocate(3);
  const known = settle(
    curve,
    point,
    3,
    [1, 2, 40].map((times) => () => curve.formula('doubleTimesAlone')(point, times)),
  );
  assert.ok(greatest(known) < 8.1, `${greatest(known)} p`);
});

test('a formula that leaves out a carry is found', async () => {
  const curve = await openAbstractCurve(bls12381);
  const point = curve.allocate(3);
  for (let i = 0; i < 3; i++) curve.set(point + i * curve.elementBytes, canonical);
  const add = curve.formula('addPoints');
  add(lanes, point, point, point);
  const [x] = curve.get(point);
  const uncarried = { ...x, limbs: [8 * x.limbs[0], 8 * x.limbs[1]] } as const;
  curve.set(point, [uncarried, uncarried]);
  assert.throws(() => add(lanes, point, point, point), /cannot be subtracted/);
});
