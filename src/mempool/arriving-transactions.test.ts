import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ArrivingTransactions, arrivalOverheadBytes as overhead } from './arriving-transactions.ts';
import { MempoolError } from './fault.ts';

const one = { network: '10.0.0.1' };
const whose = (add: () => unknown) => {
  try {
    add();
    return undefined;
  } catch (error) {
    assert.ok(error instanceof MempoolError && error.fault.code === 'too-many-arriving');
    return error.fault.whose;
  }
};

test('of one client: one byte less than its limit, as many, one more; what has ended leaves room', () => {
  const arriving = new ArrivingTransactions({ total: 2 ** 30, perClient: 10_000 });
  const end = arriving.add(5_000 - overhead, one);
  assert.equal(
    whose(() => arriving.add(5_001 - overhead, one)),
    'per-client',
  );
  const ends = [arriving.add(4_999 - overhead, one)];
  assert.equal(arriving.bytes, 9_999);
  end();
  ends.push(arriving.add(5_001 - overhead, one));
  assert.equal(arriving.bytes, 10_000);
  for (const each of ends) each();
  assert.equal(arriving.bytes, 0);
});

test('clients with much do not shut out one with little', () => {
  const arriving = new ArrivingTransactions({ total: 640_000, perClient: 320_000 });
  for (const network of ['10.0.0.2', '10.0.0.3']) {
    while (whose(() => arriving.add(9_000, { network })) === undefined);
  }
  assert.ok(arriving.bytes <= (640_000 / 3) * 2);
  arriving.add(10_000 - overhead, one);
  assert.equal(
    whose(() => arriving.add(0, one)),
    'all',
  );
});

test('never more than the limits, and nothing is left when all have ended', () => {
  const steps = fc.array(fc.tuple(fc.nat(3), fc.nat(40_000), fc.boolean()));
  fc.assert(
    fc.property(steps, (arrivals) => {
      const arriving = new ArrivingTransactions({ total: 128_000, perClient: 60_000 });
      const ends: (() => void)[] = [];
      for (const [network, length, isEnd] of arrivals) {
        if (isEnd) ends.shift()?.();
        else whose(() => ends.push(arriving.add(length, { network: String(network) })));
        assert.ok(arriving.bytes <= 128_000);
      }
      for (const end of ends) end();
      assert.equal(arriving.bytes, 0);
    }),
  );
});
