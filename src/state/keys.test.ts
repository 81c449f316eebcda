import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseAddress } from '../primitives/address.ts';
import { fromHex, type Hex, toHex } from '../primitives/hex.ts';
import { fromSortableKey, ownedKey, ownerOf, sortableKey } from './keys.ts';

/** Keys with runs of zeros, short and long. */
const anyKey: fc.Arbitrary<Hex> = fc
  .array(fc.oneof(fc.constant([0]), fc.constant(Array<number>(126).fill(0)), fc.uint8Array({ maxLength: 2 })), {
    maxLength: 8,
  })
  .map((parts) => toHex(Uint8Array.from(parts.flatMap((part) => [...part]))));

test('a sortable key with anything after it is decoded to the key', () => {
  fc.assert(
    fc.property(anyKey, fc.uint8Array({ maxLength: 3 }), (key, rest) => {
      const sortable = sortableKey(key);
      assert.equal(fromSortableKey(Uint8Array.of(...sortable, ...rest)), key);
    }),
  );
});

test('sortable keys have the order of the keys, whatever follows them', () => {
  fc.assert(
    fc.property(anyKey, anyKey, fc.uint8Array({ maxLength: 2 }), (left, right, rest) => {
      fc.pre(left !== right);
      const keys = Buffer.compare(fromHex(left), fromHex(right));
      const followed = (key: Hex) => Uint8Array.of(...sortableKey(key), ...rest);
      assert.equal(Buffer.compare(followed(left), sortableKey(right)), keys);
      assert.equal(Buffer.compare(sortableKey(left), followed(right)), keys);
    }),
    { numRuns: 1_000 },
  );
});

test('the key of a small slot number is short', () => {
  assert.equal(sortableKey(`0x${'07'.padStart(64, '0')}`).length, 5);
});

const anyAddress = fc
  .tuple(fc.nat(20), fc.uint8Array({ minLength: 20, maxLength: 20 }))
  .map(([zeros, bytes]) => parseAddress(toHex(bytes.fill(0, 0, zeros))));

test('the key of an owner names it, whatever follows', () => {
  fc.assert(
    fc.property(anyAddress, anyKey, (owner, rest) => {
      const { length } = ownedKey(owner);
      assert.deepEqual(ownerOf(ownedKey(owner, rest)), { owner, length });
      assert.equal(toHex(ownedKey(owner, rest).subarray(length)), rest);
    }),
  );
});

test('keys of owners have the order of the addresses, whatever follows them', () => {
  fc.assert(
    fc.property(anyAddress, anyAddress, anyKey, anyKey, (left, right, leftRest, rightRest) => {
      fc.pre(left !== right);
      const addresses = Buffer.compare(fromHex(left), fromHex(right));
      assert.equal(Buffer.compare(ownedKey(left, leftRest), ownedKey(right, rightRest)), addresses);
    }),
    { numRuns: 1_000 },
  );
});

test('the address of a native module is four bytes', () => {
  assert.equal(ownedKey(parseAddress(`0x${'0d08'.padStart(40, '0')}`)).length, 4);
});
