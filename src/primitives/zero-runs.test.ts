import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { packZeros, unpackZeros } from './zero-runs.ts';

const mostlyZeros = fc
  .array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 255 }), fc.constant(-1)), { maxLength: 60 })
  .map((parts) => Uint8Array.from(parts.flatMap((part) => (part < 0 ? Array<number>(200).fill(0) : [part]))));

test('packed bytes are unpacked to what they were', () => {
  fc.assert(fc.property(mostlyZeros, (bytes) => assert.deepEqual(unpackZeros(packZeros(bytes)), bytes)));
});

test('a run of zeros takes two bytes', () => {
  assert.deepEqual(packZeros(Uint8Array.of(7, 0, 0, 0, 8)), Uint8Array.of(7, 0, 3, 8));
  assert.deepEqual(packZeros(new Uint8Array(256)), Uint8Array.of(0, 255, 0, 1));
});
