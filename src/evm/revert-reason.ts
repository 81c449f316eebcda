import { decodeAbi } from '../primitives/abi/decode.ts';
import { selectorOf } from '../primitives/abi/selector.ts';
import { type AbiSignature, parseSignature } from '../primitives/abi/type.ts';
import { type AbiRecord, type AbiValue, AbiValueError } from '../primitives/abi/value.ts';
import { toHex } from '../primitives/hex.ts';

/** The two errors that Solidity itself raises. */
const errorSignature = parseSignature('Error(string message)');
const panicSignature = parseSignature('Panic(uint256 code)');
const errorSelector = selectorOf(errorSignature);
const panicSelector = selectorOf(panicSignature);

/** Panic codes of Solidity, in the words that clients match on. */
const panicReasons: Readonly<Record<string, string>> = {
  '0': 'generic panic',
  '1': 'assert(false)',
  '17': 'arithmetic underflow or overflow',
  '18': 'division or modulo by zero',
  '33': 'enum overflow',
  '34': 'invalid encoded storage byte array accessed',
  '49': 'out-of-bounds array access; popping on an empty array',
  '50': 'out-of-bounds access of an array or bytesN',
  '65': 'out of memory',
  '81': 'uninitialized function',
};

/**
 * The reason in the data of a revert: the text of Error(string) or the name of a Panic(uint256); otherwise undefined.
 */
export function revertReason(output: Uint8Array): string | undefined {
  const selector = toHex(output.subarray(0, 4));
  if (selector === errorSelector) return textOf(argumentsOf(errorSignature, output)?.message);
  return selector === panicSelector ? panicReason(argumentsOf(panicSignature, output)?.code) : undefined;
}

/** `execution reverted`, followed by a colon and the reason when there is one. */
export function revertText(output: Uint8Array): string {
  const reason = revertReason(output);
  return reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`;
}

function textOf(message: AbiValue | undefined): string | undefined {
  return typeof message === 'string' ? message : undefined;
}

function panicReason(code: AbiValue | undefined): string | undefined {
  if (typeof code !== 'bigint') return undefined;
  return panicReasons[code.toString()] ?? `unknown panic code: 0x${code.toString(16)}`;
}

/** undefined when the bytes after the selector do not decode. */
function argumentsOf({ inputs }: AbiSignature, output: Uint8Array): AbiRecord | undefined {
  try {
    return decodeAbi(inputs, output.subarray(4));
  } catch (error) {
    if (error instanceof AbiValueError) return undefined;
    throw error;
  }
}
