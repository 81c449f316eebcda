import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Log } from '../../kernel/engine.ts';
import { feeDistributed, tokensBurned } from '../../modules/burn/events.ts';
import { addressFromBytes } from '../../primitives/address.ts';
import { hashFromBytes } from '../../primitives/hash.ts';
import { decodeEvents, encodeEvents, frequentTopics } from './event-row.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const topic = fc.oneof(bytes(32).map(hashFromBytes), fc.constantFrom(...frequentTopics));
const data = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.integer({ min: 0, max: 600 }).map((length) => new Uint8Array(length)),
);
const event = fc
  .tuple(bytes(20), fc.array(topic, { maxLength: 4 }), data)
  .map(([address, topics, rest]): Log => ({ address: addressFromBytes(address), topics, data: rest }));

test('events are read back as they were', () => {
  fc.assert(fc.property(fc.array(event), (events) => assert.deepEqual(decodeEvents(encodeEvents(events)), events)));
});

test('what every block with a transaction emits takes a byte for each topic', () => {
  const amount = 10n ** 15n;
  const burned = tokensBurned.log({ channel: 'gas_fee', amount });
  const split = feeDistributed.log({
    totalFees: amount,
    validatorAmount: amount,
    burnAmount: amount,
    treasuryAmount: amount,
    stakerAmount: amount,
    lightNodeAmount: amount,
  });
  assert.deepEqual([...burned.topics, ...split.topics], frequentTopics);
  assert.ok(encodeEvents([burned, split]).length < 100);
});
