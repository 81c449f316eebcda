import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bn254 } from '@noble/curves/bn254.js';
import { bigintToFixedBytes } from '../../primitives/bytes.ts';
import { createRandom } from './random.ts';

export type G1 = InstanceType<typeof bn254.G1.Point>;

export type G2 = InstanceType<typeof bn254.G2.Point>;

const random = createRandom(21n);
/** 256 random bits, the same at every run. */
export const randomWord = () => (random() << 192n) | (random() << 128n) | (random() << 64n) | random();
export const yes = `${'00'.repeat(31)}01`;
export const no = '00'.repeat(32);
/** Bytes as hex digits. */
export const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
/** A number as 32 bytes. */
export const word = (value: bigint) => bigintToFixedBytes(value, 32);

/** How the two pairing curves differ in calls. */
export const curves = {
  bn254: { noble: bn254, elementLength: 32, imaginaryFirst: true, add: 0x06, pairing: 0x08 },
  'bls12-381': { noble: bls12_381, elementLength: 64, imaginaryFirst: false, add: 0x0b, pairing: 0x0f },
} as const;
