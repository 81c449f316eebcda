import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AbiCoder, id } from 'ethers';
import fc from 'fast-check';
import { encodeAbiParameters, parseAbiParameters } from 'viem';
import { concatBytes } from '../bytes.ts';
import { fromHex, toHex } from '../hex.ts';
import { decodeAbi } from './decode.ts';
import { encodeAbi } from './encode.ts';
import { eventTopic, selectorOf } from './selector.ts';
import { AbiSyntaxError, type AbiType, canonicalSignature, formatType, parseSignature, parseType } from './type.ts';
import { type AbiValue, AbiValueError } from './value.ts';

const coder = AbiCoder.defaultAbiCoder();

test('signatures: names, types, results and mutability', () => {
  const signature = parseSignature(
    'lock(address owner, (uint256 amount, bytes note)[2] parts) payable returns (bool done)',
  );
  assert.equal(signature.name, 'lock');
  assert.equal(signature.mutability, 'payable');
  assert.equal(canonicalSignature(signature), 'lock(address,(uint256,bytes)[2])');
  assert.deepEqual(
    signature.outputs.map(({ name }) => name),
    ['done'],
  );
  const event = parseSignature('Locked(address indexed owner, uint256 amount)');
  assert.deepEqual(
    event.inputs.map(({ indexed }) => indexed),
    [true, false],
  );
  assert.equal(eventTopic(event), id('Locked(address,uint256)'));
});

test('the documented selectors of the chain', () => {
  const selector = (text: string) => selectorOf(parseSignature(text));
  assert.equal(selector('executeCrossVMCall(uint8 targetVM,string targetContract,bytes payload)'), '0x3c11078c');
  assert.equal(selector('pqcVerify(bytes pubkey,bytes signature,bytes message)'), '0xf52bde0a');
  assert.equal(selector('pqcKeyStatus(address)'), '0x850dfe51');
  assert.equal(selector('aiRiskScore(bytes txData)'), '0x68e2a75b');
  assert.equal(selector('aiAnomalyCheck(address sender,uint256 amount)'), '0x53313835');
  assert.equal(selector('rlConsensusParams()'), '0x0266319d');
});

for (const text of ['uint7', 'uint264', 'bytes0', 'bytes33', 'fixed', 'uint']) {
  test(`${text} is not a type`, () => assert.throws(() => parseType(text), AbiSyntaxError));
}

const leaf: fc.Arbitrary<AbiType> = fc.oneof(
  fc.constantFrom<AbiType>({ kind: 'address' }, { kind: 'bool' }, { kind: 'bytes' }, { kind: 'string' }),
  fc.integer({ min: 1, max: 32 }).map((size): AbiType => ({ kind: 'fixedBytes', size })),
  fc.record({
    kind: fc.constantFrom('uint' as const, 'int' as const),
    bits: fc.integer({ min: 1, max: 32 }).map((n) => n * 8),
  }),
);
const { type: anyType } = fc.letrec<{ type: AbiType }>((tie) => ({
  type: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.record({
      kind: fc.constant('array' as const),
      item: tie('type'),
      length: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    }),
    fc.array(tie('type'), { minLength: 1, maxLength: 3 }).map(
      (types): AbiType => ({
        kind: 'tuple',
        fields: types.map((type, at) => ({ name: `f${at}`, type, indexed: false })),
      }),
    ),
  ),
}));

function arbitraryOf(type: AbiType): fc.Arbitrary<AbiValue> {
  switch (type.kind) {
    case 'uint':
      return fc.bigInt({ min: 0n, max: 2n ** BigInt(type.bits) - 1n });
    case 'int':
      return fc.bigInt({ min: -(2n ** BigInt(type.bits - 1)), max: 2n ** BigInt(type.bits - 1) - 1n });
    case 'bool':
      return fc.boolean();
    case 'address':
      return fc.uint8Array({ minLength: 20, maxLength: 20 }).map(toHex);
    case 'fixedBytes':
      return fc.uint8Array({ minLength: type.size, maxLength: type.size });
    case 'bytes':
      return fc.uint8Array({ maxLength: 70 });
    case 'string':
      return fc.string({ unit: 'grapheme', maxLength: 40 });
    case 'array':
      return fc.array(arbitraryOf(type.item), { minLength: type.length ?? 0, maxLength: type.length ?? 3 });
    case 'tuple':
      return fc.record(Object.fromEntries(type.fields.map((field) => [field.name, arbitraryOf(field.type)])), {
        noNullPrototype: true,
      });
  }
}

/** The value in the form of ethers: tuples as lists. */
function forEthers(type: AbiType, value: AbiValue): unknown {
  if (type.kind === 'array' && Array.isArray(value)) return value.map((item) => forEthers(type.item, item));
  if (type.kind !== 'tuple' || typeof value !== 'object') return value;
  const record = value as Record<string, AbiValue>;
  return type.fields.map((field) => forEthers(field.type, record[field.name] ?? 0n));
}

/** The value in the form of viem: bytes as hex, too. */
function forViem(type: AbiType, value: AbiValue): unknown {
  if (value instanceof Uint8Array) return toHex(value);
  if (type.kind === 'array' && Array.isArray(value)) return value.map((item) => forViem(type.item, item));
  if (type.kind !== 'tuple' || typeof value !== 'object') return value;
  const record = value as Record<string, AbiValue>;
  return type.fields.map((field) => forViem(field.type, record[field.name] ?? 0n));
}

test('any value is encoded as by ethers and viem, and decoded again', () => {
  const typed = fc
    .array(anyType, { minLength: 1, maxLength: 3 })
    .chain((types) => fc.tuple(fc.constant(types), fc.tuple(...types.map(arbitraryOf))));
  fc.assert(
    fc.property(typed, ([types, values]) => {
      const fields = types.map((type, at) => ({ name: `a${at}`, type, indexed: false }));
      const encoded = encodeAbi(fields, values);
      const expected = coder.encode(
        types.map(formatType),
        types.map((type, at) => forEthers(type, values[at] ?? 0n)),
      );
      assert.equal(toHex(encoded), expected);
      const parameters = parseAbiParameters(types.map(formatType).join(','));
      const ofViem = types.map((type, at) => forViem(type, values[at] ?? 0n));
      assert.equal(encodeAbiParameters(parameters, ofViem), expected);
      assert.deepEqual(Object.values(decodeAbi(fields, encoded)), values);
    }),
    { numRuns: 300 },
  );
});

test('decoding rejects what Solidity rejects', () => {
  const fields = (text: string) => parseSignature(`f(${text})`).inputs;
  const word = (tail: string) => fromHex(`0x${tail.padStart(64, '0')}`);
  assert.throws(() => decodeAbi(fields('uint8 a'), word('0100')), AbiValueError);
  assert.throws(() => decodeAbi(fields('bool a'), word('02')), AbiValueError);
  assert.throws(() => decodeAbi(fields('address a'), word(`01${'00'.repeat(20)}`)), AbiValueError);
  assert.throws(() => decodeAbi(fields('uint256 a'), new Uint8Array(31)), AbiValueError);
  assert.throws(() => decodeAbi(fields('bytes a'), word('ff')), AbiValueError);
  assert.throws(
    () => decodeAbi(fields('uint256[] a'), fromHex(`0x${'20'.padStart(64, '0')}${'f'.repeat(64)}`)),
    AbiValueError,
  );
  assert.throws(() => encodeAbi(fields('uint8 a'), [256n]), AbiValueError);
  assert.throws(() => encodeAbi(fields('uint8 a'), []), AbiValueError);
});

/** Words of data: numbers, or the first bytes of a word in hex. */
function words(...parts: readonly (number | string)[]): Uint8Array {
  const digits = parts.map((part) =>
    typeof part === 'number' ? part.toString(16).padStart(64, '0') : part.padEnd(64, '0'),
  );
  return fromHex(`0x${digits.join('')}`);
}

test('overlapping values are rejected', () => {
  const inputs = (text: string) => parseSignature(`f(${text})`).inputs;
  const overlapping = { name: 'AbiValueError', message: 'values overlap' };
  const text = [1, '61'];
  const cases: readonly (readonly [type: string, apart: Uint8Array, overlapping: Uint8Array])[] = [
    ['string[] a', words(32, 2, 64, 128, ...text, ...text), words(32, 2, 64, 64, ...text)],
    ['bytes[] a', words(32, 2, 64, 128, ...text, ...text), words(32, 2, 64, 64, ...text)],
    ['string a, string b', words(64, 128, ...text, ...text), words(64, 64, ...text)],
    ['(string a, bytes b) c', words(32, 64, 128, ...text, ...text), words(32, 64, 64, ...text)],
    ['uint8[][] a', words(32, 2, 64, 128, 1, 7, 1, 8), words(32, 2, 64, 64, 1, 7)],
    ['(string a, uint8 b)[] c', words(32, 1, 32, 64, 7, ...text), words(32, 2, 64, 64, 64, 7, ...text)],
    ['uint8 a, bytes b', words(7, 64, ...text), words(7, 0)],
  ];
  for (const [types, apart, together] of cases) {
    assert.doesNotThrow(() => decodeAbi(inputs(types), apart), types);
    assert.throws(() => decodeAbi(inputs(types), together), overlapping, types);
  }
});

test('arrays with equal offsets are rejected before anything is copied', () => {
  const nested = parseSignature('f(uint256[][][][][] a)').inputs;
  assert.throws(() => decodeAbi(nested, words(32, ...Array<number>(40).fill(10))), AbiValueError);
  // 15,625 offsets to one text of 500,000 bytes: 7.8 GB
  const count = 15_625;
  const offsets = Array<number>(count).fill(32 * count);
  const bomb = concatBytes(words(32, count, ...offsets, 500_000), new Uint8Array(500_000).fill(0x61));
  for (const type of ['string[]', 'bytes[]']) {
    const { inputs } = parseSignature(`f(${type} a)`);
    assert.throws(() => decodeAbi(inputs, bomb), { message: 'values overlap' });
  }
  const empty = parseSignature('f(uint8[0][] a)').inputs;
  assert.throws(() => decodeAbi(empty, words(32, 2 ** 40)), AbiValueError);
});

test('a value longer than its type allows is rejected by its length alone', () => {
  const fields = (type: AbiType) => [{ name: 'a', type, indexed: false }];
  const text: AbiType = { kind: 'string', maxBytes: 2 };
  const list: AbiType = { kind: 'array', item: text, length: undefined, maxItems: 2 };
  assert.deepEqual(decodeAbi(fields(text), words(32, 2, '6162')), { a: 'ab' });
  assert.throws(() => decodeAbi(fields(text), words(32, 3, 'ffffff')), { message: 'a is longer than 2 bytes' });
  assert.throws(() => decodeAbi(fields({ kind: 'bytes', maxBytes: 0 }), words(32, 1, 'ff')), {
    message: 'a is longer than 0 bytes',
  });
  assert.throws(() => decodeAbi(fields(list), words(32, 3, 0, 0, 0)), { message: 'a has more than 2 items' });
  assert.throws(() => decodeAbi(fields(list), words(32, 2, 64, 128, 1, '61', 3, '616263')), {
    message: 'a[1] is longer than 2 bytes',
  });
});

test('text keeps its byte order mark', () => {
  const { inputs } = parseSignature('f(string a)');
  assert.deepEqual(decodeAbi(inputs, encodeAbi(inputs, ['\ufeffburn'])), { a: '\ufeffburn' });
});
