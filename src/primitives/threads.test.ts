import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Faults } from './faults.ts';
import { Threads } from './threads.ts';

const needed = 64 * 2 ** 30;
const program = new URL('data:text/javascript,');

class LimitedThreads extends Threads {
  left = 0;
  protected override addressSpaceLeft(): number {
    return this.left;
  }
}

test('no thread is started with less address space than it reserves, one byte less, and one is with as much', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const faults = new Faults();
  const threads = new LimitedThreads(faults);
  for (const left of [0, needed - 1]) {
    threads.left = left;
    assert.equal(threads.start('of a test', program), undefined);
    t.mock.timers.tick(1_000); // it is tried again
  }
  assert.deepEqual([...faults.counts], [['thread of a test', 2]]);
  threads.left = needed;
  const worker = threads.start('of a test', program);
  assert.ok(worker);
  await new Promise((resolve) => worker.once('exit', resolve));
});
