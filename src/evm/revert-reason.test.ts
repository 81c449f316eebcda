import assert from 'node:assert/strict';
import { test } from 'node:test';
import { concatBytes } from '../primitives/bytes.ts';
import { fromHex } from '../primitives/hex.ts';
import { revertReason, revertText } from './revert-reason.ts';

const word = (value: bigint) => fromHex(`0x${value.toString(16).padStart(64, '0')}`);
const errorOf = (text: string, length = text.length) =>
  concatBytes(
    fromHex('0x08c379a0'),
    word(32n),
    word(BigInt(length)),
    new Uint8Array(Buffer.from(text.padEnd(32, '\0'))),
  );
const panicOf = (code: bigint) => concatBytes(fromHex('0x4e487b71'), word(code));

test('the text of Error(string) is the reason', () => {
  assert.equal(revertReason(errorOf('not the owner')), 'not the owner');
  assert.equal(revertText(errorOf('not the owner')), 'execution reverted: not the owner');
});

test('a Panic(uint256) is named', () => {
  assert.equal(revertReason(panicOf(0x01n)), 'assert(false)');
  assert.equal(revertReason(panicOf(0x11n)), 'arithmetic underflow or overflow');
  assert.equal(revertReason(panicOf(0x32n)), 'out-of-bounds access of an array or bytesN');
  assert.equal(revertReason(panicOf(0x99n)), 'unknown panic code: 0x99');
});

test('custom errors, no bytes and broken encodings have no reason', () => {
  for (const output of ['0x', '0x08c3', '0x08c379a0', '0x12345678', '0x4e487b71']) {
    assert.equal(revertReason(fromHex(output)), undefined);
    assert.equal(revertText(fromHex(output)), 'execution reverted');
  }
  assert.equal(revertReason(errorOf('short', 33)), undefined);
});
