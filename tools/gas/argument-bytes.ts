import { concatBytes } from '#qord/primitives/bytes.ts';

/** Lengths with which every argument is measured, in bytes. */
export const triedLengths: readonly number[] = [0, 1, 32, 1_000, 100_000, 1_000_000];

/** Bytes of a length that are expensive for different decoders. */
export const textContents: Readonly<Record<string, (length: number) => Uint8Array>> = {
  ASCII: (length) => new Uint8Array(length).fill(0x7a), // also a digit of base58
  digits: (length) => new Uint8Array(length).fill(0x31),
  '4-byte UTF-8': (length) => repeated([0xf0, 0x9f, 0x98, 0x80], length - (length % 4)),
  'broken UTF-8': (length) => repeated([0x7a], length - 1, 0xff),
  'open brackets': (length) => new Uint8Array(length).fill(0x5b),
};

export const byteContents: Readonly<Record<string, (length: number) => Uint8Array>> = {
  zeros: (length) => new Uint8Array(length),
  ones: (length) => new Uint8Array(length).fill(0xff),
};

function repeated(unit: readonly number[], length: number, ...end: readonly number[]): Uint8Array {
  const size = Math.max(0, length);
  return concatBytes(
    Uint8Array.from({ length: size }, (_, at) => unit[at % unit.length] ?? 0),
    Uint8Array.from(end),
  );
}

/** `1 kB`, as it stands in labels. */
export function lengthText(length: number): string {
  if (length >= 1_000_000) return `${length / 1_000_000} MB`;
  return length >= 1_000 ? `${length / 1_000} kB` : `${length} bytes`;
}
