import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { giveBack, Quota, takeAll } from './quota.ts';

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

test('a limit of zero is no limit', () => {
  const quota = quotaOf(0);
  assert.equal(takeAll([{ quota, holder: 'a', amount: Number.MAX_SAFE_INTEGER }]), undefined);
});
