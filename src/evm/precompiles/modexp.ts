import { bigintToFixedBytes, bytesToBigint, emptyBytes } from '../../primitives/bytes.ts';
import { sliceInput, wordOfInput } from './input.ts';
import { type ModexpSize, modexpGasOfBerlin, modexpGasOfOsaka } from './modexp-gas.ts';
import { powerModulo } from './power-modulo.ts';
import { powerOfWords, wordBytes } from './power-of-words.ts';
import type { Precompile } from './precompile.ts';

/** Longest operand from Osaka, in bytes (EIP-7823). */
const maxOsakaBytes = 1024n;

/** 0x05 up to Prague: EIP-198 with the price of EIP-2565. */
export const modexp: Precompile = {
  name: 'modexp',
  gas: (input) => modexpGasOfBerlin(sizeOf(input)),
  run: compute,
};

/** 0x05 from Osaka: the price of EIP-7883 and the bounds of EIP-7823. */
export const modexpOfOsaka: Precompile = {
  name: 'modexp',
  gas: (input) => modexpGasOfOsaka(sizeOf(input)),
  run(input) {
    const { baseLength, exponentLength, modulusLength } = sizeOf(input);
    const isTooLong = [baseLength, exponentLength, modulusLength].some((length) => length > maxOsakaBytes);
    return isTooLong ? undefined : compute(input);
  },
};

const headerLength = 96;

/** The header: three lengths as words; base, exponent and modulus follow. */
function sizeOf(input: Uint8Array): ModexpSize {
  const baseLength = wordOfInput(input, 0);
  const exponentLength = wordOfInput(input, 32);
  const headLength = Number(exponentLength < 32n ? exponentLength : 32n);
  const headStart = baseLength > BigInt(input.length) ? input.length : headerLength + Number(baseLength);
  return {
    baseLength,
    exponentLength,
    modulusLength: wordOfInput(input, 64),
    exponentHead: bytesToBigint(sliceInput(input, headStart, headLength)),
  };
}

/** base^exponent mod modulus in as many bytes as the modulus; the gas that was charged bounds the lengths. */
function compute(input: Uint8Array): Uint8Array | undefined {
  const { baseLength, exponentLength, modulusLength } = sizeOf(input);
  if (modulusLength === 0n) return emptyBytes;
  const [base, exponent, modulus] = [Number(baseLength), Number(exponentLength), Number(modulusLength)];
  const bytes = (start: number, length: number) => sliceInput(input, headerLength + start, length);
  if (base <= wordBytes && exponent <= wordBytes && modulus <= wordBytes) {
    return powerOfWords(bytes(0, base), bytes(base, exponent), bytes(base + exponent, modulus));
  }
  const operand = (start: number, length: number) => bytesToBigint(bytes(start, length));
  const divisor = operand(base + exponent, modulus);
  if (divisor === 0n) return new Uint8Array(modulus);
  return bigintToFixedBytes(powerModulo(operand(0, base), operand(base, exponent), divisor), modulus);
}
