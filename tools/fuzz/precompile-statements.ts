import { bigintToFixedBytes, concatBytes } from '#qord/primitives/bytes.ts';
import { signDigest } from '#qord/primitives/crypto/secp256k1.ts';
import type { Random } from '#qord/testing/random/random.ts';
import { op } from './opcodes.ts';
import type { ProgramWriter } from './program-writer.ts';

/** Calls a precompile with input that it accepts, unlike most random bytes, and stores part of the output. */
export function writePrecompileCall(writer: ProgramWriter, random: Random): void {
  const [address, input] = random.pick(inputs)(random);
  const label = writer.addData(input);
  writer.push(input.length);
  writer.pushLabel(label);
  writer.push(0);
  writer.op(op.codecopy, 3);
  writer.push(random.below(300)); // output length
  writer.push(32 * random.below(4));
  writer.push(input.length);
  writer.push(0);
  writer.push(address);
  writer.op(op.gas, 0, 1);
  writer.op(random.pick([op.staticcall, op.delegatecall]), 6, 1);
  if (random.chance(0.5)) {
    writer.push(0);
    writer.op(op.mload, 1, 1);
  }
}

type Input = readonly [address: number, input: Uint8Array];

const word = (value: bigint | number) => bigintToFixedBytes(BigInt(value), 32);
const words = (...values: readonly (bigint | number)[]) => concatBytes(...values.map(word));
/** Order of the bn254 group, to which scalars are reduced. */
const bn254Prime = 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47n;
const bn254Generator = [1, 2] as const;
/** Generator of the second bn254 group, imaginary parts first. */
const bn254SecondGenerator = [
  0x198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2n,
  0x1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6edn,
  0x090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975bn,
  0x12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daan,
] as const;
/** Generator of the first BLS12-381 group, each coordinate padded to 64 bytes. */
const blsGenerator = concatBytes(
  bigintToFixedBytes(
    0x17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bbn,
    64,
  ),
  bigintToFixedBytes(
    0x08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1n,
    64,
  ),
);

const inputs: readonly [(random: Random) => Input, ...((random: Random) => Input)[]] = [
  (random) => {
    const digest = random.bytes(32);
    const { r, s, yParity } = signDigest(digest, word(1 + random.below(1_000)));
    return [0x01, concatBytes(digest, words(27 + yParity, r, s))];
  },
  (random) => {
    const lengths = [random.below(40), random.below(40), random.below(40)];
    return [0x05, concatBytes(words(...lengths), random.bytes(lengths.reduce((sum, length) => sum + length, 0)))];
  },
  (random) => [0x06, words(...bn254Generator, ...(random.chance(0.5) ? bn254Generator : [0, 0]))],
  (random) => [0x07, words(...bn254Generator, random.word())],
  (random) => {
    const pair = [...bn254Generator, ...bn254SecondGenerator];
    const inverse = [1n, bn254Prime - 2n, ...bn254SecondGenerator];
    return [0x08, words(...random.pick([[...pair, ...inverse], pair, []]))];
  },
  (random) => [
    0x09,
    concatBytes(Uint8Array.of(0, 0, 0, random.below(30)), random.bytes(208), Uint8Array.of(random.below(2))),
  ],
  () => [0x0b, concatBytes(blsGenerator, blsGenerator)],
  (random) => [0x0c, concatBytes(blsGenerator, word(random.word()))],
  (random) => [0x10, concatBytes(new Uint8Array(17), random.bytes(47))],
];
