import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RLP } from '@ethereumjs/rlp';
import fc from 'fast-check';
import { bigintToBytes } from '../bytes.ts';
import { fromHex, toHex } from '../hex.ts';
import { decodeRlp, withoutLastItems } from './decode.ts';
import { encodeRlp, encodeTypedRlp } from './encode.ts';
import {
  bytesFromRlp,
  integerFromRlp,
  listFromRlp,
  type RlpDecoded,
  RlpError,
  type RlpItem,
  rlpInteger,
} from './item.ts';

/** Text, an integer, or a list of such. */
type Plain = string | number | bigint | readonly Plain[];

function toItem(plain: Plain): RlpItem {
  if (typeof plain === 'string') return Buffer.from(plain, 'utf8');
  return typeof plain === 'object' ? plain.map(toItem) : rlpInteger(plain);
}

/** For comparing: bytes as hex, lists as arrays. */
function shown(item: RlpItem): unknown {
  return item instanceof Uint8Array ? toHex(item) : item.map(shown);
}

const words = ['asdf', 'qwer', 'zxcv'];

// From the official RLPTests of ethereum/tests.
const vectors: readonly (readonly [Plain, string])[] = [
  ['', '0x80'],
  ['\u0000', '0x00'],
  ['\u007f', '0x7f'],
  ['dog', '0x83646f67'],
  [
    'Lorem ipsum dolor sit amet, consectetur adipisicing eli',
    '0xb74c6f72656d20697073756d20646f6c6f722073697420616d65742c20636f6e7365637465747572206164697069736963696e6720656c69',
  ],
  [
    'Lorem ipsum dolor sit amet, consectetur adipisicing elit',
    '0xb8384c6f72656d20697073756d20646f6c6f722073697420616d65742c20636f6e7365637465747572206164697069736963696e6720656c6974',
  ],
  [0, '0x80'],
  [1, '0x01'],
  [127, '0x7f'],
  [128, '0x8180'],
  [1_000, '0x8203e8'],
  [100_000, '0x830186a0'],
  [83_729_609_699_884_896_815_286_331_701_780_722n, '0x8f102030405060708090a0b0c0d0e0f2'],
  [2n ** 256n, `0xa101${'00'.repeat(32)}`],
  [[], '0xc0'],
  [['dog', 'god', 'cat'], '0xcc83646f6783676f6483636174'],
  [['zw', [4], 1], '0xc6827a77c10401'],
  [
    [...words, ...words, ...words, 'asdf', 'qwer'],
    `0xf7${'84617364668471776572847a786376'.repeat(3)}84617364668471776572`,
  ],
  [[words, words, words, words], `0xf840${'cf84617364668471776572847a786376'.repeat(4)}`],
  [Array.from({ length: 32 }, () => words), `0xf90200${'cf84617364668471776572847a786376'.repeat(32)}`],
  [[[[], []], []], '0xc4c2c0c0c0'],
  [[[], [[]], [[], [[]]]], '0xc7c0c1c0c3c0c1c0'],
];

test('the published examples are encoded and decoded', () => {
  for (const [plain, encoded] of vectors) {
    const item = toItem(plain);
    assert.equal(toHex(encodeRlp(item)), encoded);
    assert.deepEqual(shown(decodeRlp(fromHex(encoded))), shown(item));
  }
});

test('the published examples of invalid input are rejected', () => {
  const wrong = [
    '0x',
    '0xbf0f000000000000021111', // longer than 32 bits can tell
    '0xff0f000000000000021111',
    '0xf80180', // a long form where the short one does
    '0xf80100',
    '0xb9002100dc2b275d0f74e8a53e6f4ec61b27f24278820be3f82ea2110e582081b0565df0',
    '0x8100', // a prefix for a byte that is its own encoding
    '0x8101',
    '0x817f',
    '0xb800',
    '0xf800',
    '0xb801ff',
    '0xb81000112233445566778899aabbccddeeff',
    '0xf810000102030405060708090a0b0c0d0e0f',
    '0x81', // shorter than it says
    '0xc5010203',
    '0xb840ffeeddccbbaa99887766554433221100',
    '0xf90180',
    '0xe201020304050607', // longer than it says
    '0xffffffffffffffffff0001020304050607',
    '0xc180c0',
    '0xc28201', // an element that reaches beyond its list
  ];
  for (const text of wrong) assert.throws(() => decodeRlp(fromHex(text)), RlpError, text);
  assert.throws(() => decodeRlp(new Uint8Array(1_000_000).fill(0xc1)), RlpError);
});

const anyItem = fc.letrec<{ item: RlpItem }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.uint8Array({ maxLength: 70 }),
    fc.array(tie('item'), { maxLength: 5 }),
  ),
})).item;

test('any item is encoded as by another implementation, and decoded again', () => {
  const property = fc.property(anyItem, (item) => {
    const encoded = encodeRlp(item);
    assert.equal(toHex(encoded), toHex(RLP.encode(item as Parameters<typeof RLP.encode>[0])));
    assert.deepEqual(shown(decodeRlp(encoded)), shown(item));
  });
  fc.assert(property, { numRuns: 500 });
});

test('lengths around every boundary of the prefix are encoded and decoded', () => {
  for (const length of [0, 1, 55, 56, 255, 256, 65_535, 65_536, 16_777_215, 16_777_216]) {
    const bytes = new Uint8Array(length).fill(0xff);
    const encoded = encodeRlp([bytes, bytes.subarray(0, 1)]);
    const [first] = listFromRlp(decodeRlp(encoded));
    assert.equal(bytesFromRlp(first).length, length);
  }
});

test('decoded bytes encode to the same bytes: the encoding is unique', () => {
  const property = fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
    let decoded: RlpDecoded;
    try {
      decoded = decodeRlp(bytes);
    } catch (error) {
      assert.ok(error instanceof RlpError);
      return;
    }
    assert.deepEqual(toHex(encodeRlp(decoded)), toHex(bytes));
  });
  fc.assert(property, { numRuns: 5_000 });
});

test('items of the wrong kind are rejected', () => {
  assert.equal(integerFromRlp(bigintToBytes(2n ** 64n)), 2n ** 64n);
  assert.throws(() => integerFromRlp(Uint8Array.of(0, 1)), /leading zero/);
  assert.throws(() => integerFromRlp(new Uint8Array(33).fill(1)), /larger than 256 bits/);
  assert.throws(() => integerFromRlp(new Uint8Array(9).fill(1), 8), /larger than 64 bits/);
  assert.throws(() => integerFromRlp([]), RlpError);
  assert.throws(() => bytesFromRlp(Uint8Array.of(1), 2), /expected 2 bytes, got 1/);
  assert.throws(() => bytesFromRlp(undefined), RlpError);
  assert.throws(() => listFromRlp(Uint8Array.of(1)), RlpError);
});

test('a list without its last items encodes as the shorter list', () => {
  const items = fc.array(fc.oneof(fc.uint8Array({ maxLength: 70 }), fc.constant([])), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(items, fc.nat(), (list, seed) => {
      const count = 1 + (seed % list.length);
      assert.deepEqual(withoutLastItems(encodeRlp(list), count), encodeRlp(list.slice(0, -count)));
    }),
  );
});

test('hex digits are encoded as their bytes', () => {
  const list = fc.array(fc.array(fc.uint8Array({ maxLength: 70 })));
  fc.assert(
    fc.property(list, (items) => assert.deepEqual(encodeRlp(items.map((some) => some.map(toHex))), encodeRlp(items))),
  );
  for (const digits of ['0x', '0x00', '0x7f', '0x80', '0x1234'] as const) {
    assert.deepEqual(encodeRlp(digits), encodeRlp(fromHex(digits)));
  }
});

test('integers are encoded as their bytes', () => {
  const integer = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 300n }), fc.maxSafeNat());
  fc.assert(
    fc.property(fc.array(integer), (items) => assert.deepEqual(encodeRlp(items), encodeRlp(items.map(rlpInteger)))),
  );
  for (let bits = 0n; bits <= 520n; bits++) {
    for (const value of [2n ** bits - 1n, 2n ** bits, 2n ** bits + 1n]) {
      assert.deepEqual(encodeRlp([value]), encodeRlp([rlpInteger(value)]), `${value}`);
      const number = Number(value);
      if (Number.isFinite(number)) assert.deepEqual(encodeRlp([number]), encodeRlp([rlpInteger(number)]), `${number}`);
    }
  }
  for (const wrong of [-1, -1n, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => encodeRlp([wrong]), RangeError, `${wrong}`);
  }
});

test('a typed item is the type and then the item', () => {
  const item = [rlpInteger(1), '0xabcd', [new Uint8Array(60)]] as const;
  assert.deepEqual(encodeTypedRlp(2, item), Uint8Array.of(2, ...encodeRlp(item)));
});
