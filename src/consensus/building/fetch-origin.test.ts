import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OriginRead } from '../../state/origin-state.ts';
import { OriginError, StateUnavailableError } from '../../state/origin-state.ts';
import { wasInterrupted } from './fetch-origin.ts';

const read: OriginRead = { kind: 'block hash', height: 1 };

test('what a fork lacks is fetched, and an origin that never answers keeps no node from stopping', async () => {
  const stop = new AbortController();
  const slept: number[] = [];
  const run = (work: () => Promise<void>) =>
    wasInterrupted(work, async (milliseconds) => void slept.push(milliseconds), stop.signal);
  let fetched = 0;
  const lacking = (fetch: () => Promise<void>) => () => Promise.reject(new StateUnavailableError(read, fetch));
  assert.equal(await run(async () => {}), false);
  assert.equal(await run(lacking(async () => void fetched++)), true);
  assert.equal(await run(lacking(() => Promise.reject(new Error('of the origin')))), true);
  assert.equal(await run(() => Promise.reject(new OriginError('no such block'))), true);
  assert.deepEqual([fetched, slept], [1, [1_000]]);
  await assert.rejects(
    run(() => Promise.reject(new TypeError('of the program'))),
    TypeError,
  );
  const waiting = run(lacking(() => new Promise(() => {})));
  stop.abort();
  assert.equal(await waiting, true);
});
