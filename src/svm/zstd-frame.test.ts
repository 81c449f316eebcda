import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decompress } from 'fzstd';
import { encodeZstdFrame } from './zstd-frame.ts';

test('no bytes make the frame that SVM nodes send for empty accounts', () => {
  assert.equal(Buffer.from(encodeZstdFrame(new Uint8Array(0))).toString('base64'), 'KLUv/QBYAQAA');
});

test('an independent decoder reads back what was written, also over several blocks', () => {
  for (const length of [1, 14, 131_071, 131_072, 131_073, 400_000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7 + (i >> 8)) & 0xff);
    assert.deepEqual(decompress(encodeZstdFrame(bytes)), bytes);
  }
});
