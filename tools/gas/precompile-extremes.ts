import { readFileSync } from 'node:fs';
import { callPrecompile } from '#qord/evm/testing/call-precompile.ts';
import { bigintToFixedBytes, concatBytes } from '#qord/primitives/bytes.ts';
import { sha256 } from '#qord/primitives/crypto/sha256.ts';
import { fromHex } from '#qord/primitives/hex.ts';

/** An input of a precompile, made on demand. */
type Input = { readonly label: string; readonly make: () => Uint8Array };
type Vector = { readonly name: string; readonly input: string; readonly fails?: boolean };

const counts: readonly number[] = [1, 2, 3, 4, 8, 16, 32, 64, 128, 256];

/** Inputs that are made to take long, by the name of the precompile. */
export const extremes: Readonly<Record<string, () => Iterable<Input>>> = {
  modexp: modexpShapes,
  blake2f: blakeRounds,
  bn254Pairing: () => pairings('bn254-pairing', 192),
  blsPairing: () => pairings('bls-pairing', 384),
  blsG1Msm: () => sums(0x0c, 'bls-g1-msm', 128),
  blsG2Msm: () => sums(0x0e, 'bls-g2-msm', 256),
};

/** The public vectors of a precompile. */
export function vectorsOf(fixture: string): readonly Vector[] {
  const url = new URL(`../../../src/evm/precompiles/fixtures/${fixture}.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')) as readonly Vector[];
}

/** Products of many pairings: of different points, and with one at the end that lies on no curve. */
function* pairings(fixture: string, size: number): Generator<Input> {
  const pairs = vectorsOf(fixture)
    .filter(({ fails }) => fails !== true)
    .flatMap(({ input }) => partsOf(fromHex(`0x${input}`), size))
    .filter((pair) => pair.some((byte) => byte !== 0));
  const broken = new Uint8Array(size).fill(1);
  for (const count of counts) {
    const many = Array.from({ length: count }, (_, at) => pairs[at % pairs.length] ?? broken);
    yield { label: `${count} pairings`, make: () => concatBytes(...many) };
    yield { label: `${count} pairings, the last broken`, make: () => concatBytes(...many.slice(1), broken) };
  }
}

function partsOf(bytes: Uint8Array, size: number): readonly Uint8Array[] {
  return Array.from({ length: Math.floor(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

/** Sums of points times scalars: of different points, scalars of all kinds, and with no point at the end. */
function* sums(number: number, fixture: string, pointSize: number): Generator<Input> {
  const generator = fromHex(`0x${vectorsOf(fixture)[0]?.input ?? ''}`).subarray(0, pointSize);
  const known: Uint8Array[] = [];
  const pointAt = (at: number) => (known[at] ??= product(number, generator, scalarAt(at)));
  const infinity = new Uint8Array(pointSize);
  const kinds: Readonly<Record<string, (at: number) => readonly Uint8Array[]>> = {
    'random scalars': (at) => [pointAt(at), scalarAt(1000 + at)],
    'largest scalars': (at) => [pointAt(at), new Uint8Array(32).fill(0xff)],
    'scalars of 1': (at) => [pointAt(at), bigintToFixedBytes(1n, 32)],
    'points at infinity': () => [infinity, new Uint8Array(32).fill(0xff)],
    'equal points': (at) => [generator, scalarAt(at)],
  };
  for (const count of counts) {
    for (const [label, pairAt] of Object.entries(kinds)) {
      const make = () => concatBytes(...Array.from({ length: count }, (_, at) => pairAt(at)).flat());
      yield { label: `${count} points, ${label}`, make };
      if (label !== 'random scalars') continue;
      const broken = new Uint8Array(pointSize + 32).fill(1);
      yield {
        label: `${count} points, the last broken`,
        make: () => concatBytes(make().subarray(broken.length), broken),
      };
    }
  }
}

function product(number: number, point: Uint8Array, scalar: Uint8Array): Uint8Array {
  const result = callPrecompile(number, concatBytes(point, scalar));
  if (result.status === 'failure') throw new RangeError('the generator has no multiple');
  return result.output.slice();
}

function scalarAt(at: number): Uint8Array {
  return sha256(bigintToFixedBytes(BigInt(at), 32));
}

function* blakeRounds(): Generator<Input> {
  const vector = fromHex(`0x${vectorsOf('blake2f').find(({ fails }) => fails !== true)?.input ?? ''}`);
  for (const rounds of [0, 1, 2, 4, 12, 100, 1_000, 10_000, 1_000_000]) {
    const make = () => concatBytes(bigintToFixedBytes(BigInt(rounds), 4), vector.subarray(4));
    yield { label: `${rounds} rounds`, make };
  }
}

const operandLengths: readonly number[] = [
  1, 8, 16, 24, 31, 32, 33, 40, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024,
];
const exponents: Readonly<Record<string, Uint8Array>> = {
  none: new Uint8Array(0),
  '2': Uint8Array.of(2),
  '3': Uint8Array.of(3),
  '65537': Uint8Array.of(1, 0, 1),
  '2^16 - 1': Uint8Array.of(255, 255),
  '2^64 - 1': new Uint8Array(8).fill(0xff),
  '2^256 - 1': new Uint8Array(32).fill(0xff),
  '2^255': Uint8Array.of(0x80, ...new Uint8Array(31)),
  '33 bytes of ones': new Uint8Array(33).fill(0xff),
  '33 bytes of zeros and a 1': Uint8Array.of(...new Uint8Array(32), 1),
  '33 bytes, the first 32 zero': Uint8Array.of(...new Uint8Array(32), 255),
  '64 bytes of ones': new Uint8Array(64).fill(0xff),
  '128 bytes of ones': new Uint8Array(128).fill(0xff),
  '1024 bytes of ones': new Uint8Array(1024).fill(0xff),
};

/** Operands of all lengths: odd, even and power-of-two moduli, bases longer and shorter than the modulus. */
function* modexpShapes(): Generator<Input> {
  for (const length of operandLengths) {
    const ones = new Uint8Array(length).fill(0xff);
    const even = Uint8Array.of(...ones.subarray(1), 0xfe);
    const power = Uint8Array.of(0x80, ...new Uint8Array(length - 1));
    const base = Uint8Array.of(...ones.subarray(1), 0xfd);
    for (const [name, exponent] of Object.entries(exponents)) {
      const shapes: Readonly<Record<string, readonly [Uint8Array, Uint8Array]>> = {
        'an odd modulus': [base, ones],
        'an even modulus': [base, even],
        'a power of two as modulus': [base, power],
        'a modulus of one byte': [base, Uint8Array.of(0xfb)],
        'a base of one byte': [Uint8Array.of(0xfb), ones],
      };
      for (const [shape, [left, modulus]] of Object.entries(shapes)) {
        const make = () => modexpInput(left, exponent, modulus);
        yield { label: `${length} bytes, exponent ${name}, ${shape}`, make };
      }
    }
  }
}

function modexpInput(...operands: readonly Uint8Array[]): Uint8Array {
  return concatBytes(...operands.map(({ length }) => bigintToFixedBytes(BigInt(length), 32)), ...operands);
}
