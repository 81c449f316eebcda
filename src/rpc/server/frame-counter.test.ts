import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FrameCounter } from './frame-counter.ts';

/** A masked frame of a client. */
function frame(payload: number, { isFinal = true, opcode = 1 } = {}): Buffer {
  const length =
    payload < 126
      ? Buffer.from([0x80 | payload])
      : payload < 65_536
        ? Buffer.from([0x80 | 126, payload >> 8, payload & 0xff])
        : Buffer.concat([Buffer.from([0x80 | 127]), bigEndian(payload)]);
  return Buffer.concat([Buffer.from([(isFinal ? 0x80 : 0) | opcode]), length, Buffer.alloc(4 + payload)]);
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

/** Follows all messages of a chunk, and returns the lengths of its parts. */
function addAll(counter: FrameCounter, chunk: Uint8Array): number[] {
  const parts: number[] = [];
  for (let at = 0; at < chunk.length; at += parts.at(-1) ?? 0) parts.push(counter.add(chunk.subarray(at)));
  return parts;
}

test('a message is incomplete up to its last byte, at each form of the length and however it is cut', () => {
  for (const size of [0, 1, 125, 126, 127, 65_535, 65_536, 70_000]) {
    const bytes = frame(size);
    for (const cut of new Set([1, 2, 3, 5, 6, 9, 13, bytes.length - 1].filter((at) => at < bytes.length))) {
      const counter = new FrameCounter();
      addAll(counter, bytes.subarray(0, cut));
      assert.equal(counter.bytes, cut, `${size} bytes, cut at ${cut}`);
      addAll(counter, bytes.subarray(cut));
      assert.deepEqual([counter.bytes, counter.parts], [0, 0], `${size} bytes, cut at ${cut}`);
    }
  }
});

test('random frames, in random chunks, leave exactly what follows the last complete message', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  for (let round = 0; round < 200; round++) {
    const counter = new FrameCounter();
    const frames = Array.from({ length: 1 + random(20) }, () => {
      const isControl = random(4) === 0;
      const isFinal = isControl || random(3) > 0;
      const bytes = frame(isControl ? random(100) : random(400), { isFinal, opcode: isControl ? 9 : 1 });
      return { bytes, isControl, isFinal };
    });
    const lastEnd = frames.findLastIndex(({ isControl, isFinal }) => isFinal && !isControl);
    const open = frames.slice(lastEnd + 1).filter(({ isControl }) => !isControl);
    const all = Buffer.concat(frames.map(({ bytes }) => bytes));
    for (let at = 0; at < all.length; ) {
      const end = at + 1 + random(300);
      addAll(counter, all.subarray(at, end));
      at = end;
    }
    assert.equal(
      counter.bytes,
      open.reduce((sum, { bytes }) => sum + bytes.length, 0),
      `round ${round}`,
    );
    assert.ok(counter.parts >= open.length);
  }
});

test('fragments count, however small they are', () => {
  const counter = new FrameCounter();
  addAll(counter, Buffer.concat(Array.from({ length: 1000 }, () => frame(1, { isFinal: false, opcode: 0 }))));
  assert.deepEqual([counter.bytes, counter.parts], [7000, 1001]);
});

test('a chunk is divided where messages end, not at control frames or fragments', () => {
  const counter = new FrameCounter();
  const fragments = [frame(10, { isFinal: false }), frame(3, { opcode: 9 }), frame(20, { opcode: 0 })];
  const chunk = Buffer.concat([frame(0), frame(200), ...fragments, frame(0), frame(50).subarray(0, 30)]);
  assert.deepEqual(addAll(counter, chunk), [6, 208, 16 + 9 + 26, 6, 30]);
  assert.deepEqual([counter.bytes, counter.parts], [30, 1]);
});
