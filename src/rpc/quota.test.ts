import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { claimsOf, giveBack, Quota, takeAll } from './quota.ts';

const quotaOf = (limit: number) => new Quota({ key: 'a.limit', limit, counts: 'things' });

test('one less than the limit, the limit, and one more; what is given back can be taken again', () => {
  const quota = quotaOf(10);
  for (const [amount, isTaken] of [
    [9, true],
    [10, true],
    [11, false],
    [0, true],
  ] as const) {
    const claims = [{ quota, holder: 'a', amount }];
    assert.equal(takeAll(claims), isTaken ? undefined : quota);
    assert.equal(quota.held('a'), isTaken ? amount : 0);
    if (isTaken) giveBack(claims);
    assert.equal(quota.held('a'), 0);
  }
});

test('of several claims all are counted or none, and no holder ever has more than the limit', () => {
  const steps = fc.array(fc.tuple(fc.nat(2), fc.nat(12)));
  fc.assert(
    fc.property(steps, (amounts) => {
      const [own, all] = [quotaOf(10), quotaOf(15)];
      const held = [0, 0, 0];
      for (const [holder, amount] of amounts) {
        const before = held[holder] ?? 0;
        const sum = held.reduce((total, one) => total + one, 0);
        const passed = takeAll([
          { quota: own, holder, amount },
          { quota: all, amount },
        ]);
        const fits = amount === 0 || (before + amount <= 10 && sum + amount <= 15);
        assert.equal(passed === undefined, fits);
        if (fits) held[holder] = before + amount;
        assert.deepEqual(
          held.map((_, index) => own.held(index)),
          held,
        );
      }
    }),
  );
});

test('clients with much leave the last third to those with little: one less, full, and one more', () => {
  const [own, all] = [quotaOf(0), quotaOf(1_920)];
  const take = (client: string, amount: number) => takeAll(claimsOf(own, all, client, amount));
  assert.equal(take('large', 1_281), all);
  assert.equal(take('large', 1_279), undefined);
  assert.equal(take('large', 1), undefined);
  assert.equal(take('large', 1), all);
  assert.equal(take('other', 31), all);
  for (let client = 1; client <= 21; client++) assert.equal(take(`small ${client}`, 30), undefined);
  assert.equal(take('small 1', 1), all, 'it would have 31');
  assert.equal(take('last', 11), all);
  assert.equal(take('last', 10), undefined);
  assert.equal(take('none', 1), all);
  const few = quotaOf(17);
  assert.equal(takeAll(claimsOf(own, few, 'a', 16)), undefined, 'sixteen are always little');
  assert.equal(takeAll(claimsOf(own, few, 'b', 1)), undefined);
});

test('a limit of zero is no limit', () => {
  const quota = quotaOf(0);
  assert.equal(takeAll([{ quota, holder: 'a', amount: Number.MAX_SAFE_INTEGER }]), undefined);
});
