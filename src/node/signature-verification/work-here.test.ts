import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { testMainThread } from '../../testing/main-thread.ts';
import { WorkHere } from './work-here.ts';

/** Takes so many milliseconds. */
function work(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}

test('work is done in its order, some milliseconds of it in an iteration of the event loop', async () => {
  const workHere = new WorkHere(testMainThread());
  const done: number[] = [];
  const all = Array.from({ length: 12 }, (_, at) =>
    workHere.run(() => {
      work(6);
      done.push(at);
      return 2 * at;
    }),
  );
  assert.ok(done.length === 1 || done.length === 2, 'the first are done at once');
  for (let before = done.length; done.length < 12; before = done.length) {
    await nextTurn();
    assert.ok(done.length - before <= 2, `${done.length - before} in one iteration`);
  }
  assert.deepEqual(done, [...done.keys()]);
  assert.deepEqual(
    await Promise.all(all),
    done.map((at) => 2 * at),
  );
});

test('whatever follows from work, in the same iteration or later, is done, too', { timeout: 30_000 }, async () => {
  for (const later of [queueMicrotask, process.nextTick, setImmediate, (next: () => void) => setTimeout(next, 1)]) {
    for (const milliseconds of [0, 4, 6, 11]) {
      const workHere = new WorkHere(testMainThread());
      let done = 0;
      await new Promise<void>((resolve) => {
        const next = () => {
          void workHere.run(() => {
            work(milliseconds);
            if (++done === 8) resolve();
            else later(next);
          });
        };
        next();
      });
      await workHere.done();
    }
  }
});

test('what work throws is of its caller, and the rest is done', async () => {
  const workHere = new WorkHere(testMainThread());
  const all = [1, 2, 3].map((at) =>
    workHere.run(() => {
      work(11);
      if (at === 2) throw new Error('two');
      return at;
    }),
  );
  const settled = Promise.allSettled(all);
  await workHere.done();
  const [first, second, third] = await settled;
  assert.deepEqual(first, { status: 'fulfilled', value: 1 });
  assert.ok(second?.status === 'rejected' && second.reason instanceof Error && second.reason.message === 'two');
  assert.deepEqual(third, { status: 'fulfilled', value: 3 });
});
