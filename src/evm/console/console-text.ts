import { format } from 'node:util';
import { decodeAbi } from '../../primitives/abi/decode.ts';
import { type AbiValue, AbiValueError } from '../../primitives/abi/value.ts';
import { parseAddress } from '../../primitives/address.ts';
import { toHex } from '../../primitives/hex.ts';
import { consoleSignatures } from './console-signatures.ts';

/** The account that console.sol calls: the letters of `console.log`. It has no code, so a call of it does nothing. */
export const consoleAddress = parseAddress('0x000000000000000000636f6e736f6c652e6c6f67');

/**
 * The text that a call of console.log prints, as Hardhat formats it: with the rules of Node's `util.format`, and all
 * digits of integers. Call data of no function that console.sol has is hex.
 */
export function consoleText(input: Uint8Array): string {
  const values = valuesOf(input);
  if (values === undefined) return toHex(input);
  const [first, ...rest] = values.map(plainText);
  if (typeof values[0] !== 'string' || rest.length === 0) return [first, ...rest].join(' ');
  // %d and %i would make a double of the text of an integer
  return format(
    String(first).replace(/%%|%[di]/g, (found) => (found === '%%' ? found : '%s')),
    ...rest,
  );
}

/** Undefined when the data is of no function, or its arguments are not encoded as Solidity does. */
function valuesOf(input: Uint8Array): readonly AbiValue[] | undefined {
  const fields = consoleSignatures().get(toHex(input.subarray(0, 4)));
  if (fields === undefined) return undefined;
  try {
    return Object.values(decodeAbi(fields, input.subarray(4)));
  } catch (error) {
    if (error instanceof AbiValueError) return undefined;
    throw error;
  }
}

function plainText(value: AbiValue): string {
  return value instanceof Uint8Array ? toHex(value) : String(value);
}
