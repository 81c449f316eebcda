import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Log } from '../../kernel/engine.ts';
import { addressFromBytes } from '../../primitives/address.ts';
import { hashFromBytes } from '../../primitives/hash.ts';
import { decodeEvents, encodeEvents } from './event-row.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const topic = bytes(32).map(hashFromBytes);
const data = fc.uint8Array({ maxLength: 300 });
const event = fc
  .tuple(bytes(20), fc.array(topic, { maxLength: 4 }), data)
  .map(([address, topics, rest]): Log => ({ address: addressFromBytes(address), topics, data: rest }));

test('events are read back as they were', () => {
  fc.assert(fc.property(fc.array(event), (events) => assert.deepEqual(decodeEvents(encodeEvents(events)), events)));
});
