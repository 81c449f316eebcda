import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ContainedFault, explained, Faults, PartError } from './faults.ts';
import { type ListenerOwner, Listeners } from './listeners.ts';

/** Listeners; the second belongs to `owner` and throws while `isBroken`. */
function create(owner: ListenerOwner) {
  const logged: ContainedFault[] = [];
  const ended: PartError[] = [];
  const faults = new Faults({ log: (fault) => void logged.push(fault), end: (error) => void ended.push(error) });
  const listeners = new Listeners<number>(faults);
  const heard: number[] = [];
  const other: ListenerOwner = { kind: 'client', name: 'other' };
  listeners.add(other, (event) => void heard.push(event));
  listeners.add(owner, () => {
    throw broken;
  });
  listeners.add(other, (event) => void heard.push(-event));
  return { listeners, heard, logged, ended, faults };
}

const broken = new Error('broken');

test('an error of a client is counted, told to the client, and logged at the first and every power of ten', () => {
  const told: unknown[] = [];
  const { listeners, heard, logged, ended, faults } = create({
    kind: 'client',
    name: 'waiter',
    onFault: (error) => void told.push(error),
  });
  for (let event = 1; event <= 101; event++) listeners.notify(event);
  assert.equal(heard.length, 202);
  assert.deepEqual(heard.slice(0, 4), [1, -1, 2, -2]);
  assert.deepEqual([told.length, told[0], ended], [101, broken, []]);
  assert.deepEqual([...faults.counts], [['waiter', 101]]);
  assert.deepEqual(
    logged,
    [1, 10, 100].map((count) => ({ part: 'waiter', error: broken, count })),
  );
});

test('an error while the client is told is counted too', () => {
  const onFault = () => {
    throw new Error('again');
  };
  const { listeners, heard, ended, faults } = create({ kind: 'client', name: 'waiter', onFault });
  listeners.notify(1);
  assert.deepEqual([heard, ended, faults.counts.get('waiter')], [[1, -1], [], 2]);
});

test('what follows from the chain is rebuilt, and the node ends when that fails', () => {
  let isRepairable = true;
  let rebuilt = 0;
  const rebuild = () => {
    if (!isRepairable) throw new Error('cannot');
    rebuilt++;
  };
  const { listeners, heard, ended, faults } = create({ kind: 'derived', name: 'pool', rebuild });
  listeners.notify(1);
  assert.deepEqual([heard, rebuilt, ended, faults.counts.get('pool')], [[1, -1], 1, [], 1]);
  isRepairable = false;
  listeners.notify(2);
  assert.deepEqual([heard, ended.length], [[1, -1, 2, -2], 1]);
  assert.match(ended[0]?.message ?? '', /^pool has failed by an error of the program \(cannot\): .* qord verify$/);
});

test('an error of a critical listener ends the node, after the others were told', () => {
  const { listeners, heard, ended, faults } = create({ kind: 'critical', name: 'block time' });
  listeners.notify(1);
  assert.deepEqual([heard, faults.counts.size], [[1, -1], 0]);
  assert.equal(ended[0]?.cause, broken);
  assert.throws(() => new Faults().end('block time', broken), PartError);
});

test('a function that is added twice is called twice, and each is removed alone', () => {
  const listeners = new Listeners<number>(new Faults());
  const heard: number[] = [];
  const listener = (event: number) => void heard.push(event);
  const remove = listeners.add({ kind: 'critical', name: 'one' }, listener);
  listeners.add({ kind: 'critical', name: 'two' }, listener);
  listeners.notify(1);
  remove();
  listeners.notify(2);
  assert.deepEqual(heard, [1, 1, 2]);
});

test('an error that explains itself stays as it is, any other says what to do', () => {
  class OwnError extends Error {
    override name = 'OwnError';
  }
  const own = new OwnError('do this');
  assert.equal(explained('block production', own), own);
  for (const error of [broken, new TypeError('x'), new RangeError('x'), 'text', undefined]) {
    assert.ok(explained('block production', error) instanceof PartError);
  }
});
