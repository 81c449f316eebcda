import { bytesToBigint } from '../primitives/bytes.ts';
import { toHex } from '../primitives/hex.ts';

const errorSelector = '0x08c379a0'; // Error(string)
const panicSelector = '0x4e487b71'; // Panic(uint256)

/** Panic codes of Solidity, in the words clients know. */
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

/** What a revert says in words: the text of Error(string), the name of a Panic(uint256); undefined for anything else. */
export function revertReason(output: Uint8Array): string | undefined {
  if (output.length < 4) return undefined;
  const selector = toHex(output.subarray(0, 4));
  if (selector === errorSelector) return stringArgument(output.subarray(4));
  return selector === panicSelector && output.length === 36 ? panicReason(output.subarray(4)) : undefined;
}

/** `execution reverted`, with the reason behind a colon when there is one. */
export function revertText(output: Uint8Array): string {
  const reason = revertReason(output);
  return reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`;
}

function panicReason(word: Uint8Array): string {
  const code = bytesToBigint(word);
  return panicReasons[code.toString()] ?? `unknown panic code: 0x${code.toString(16)}`;
}

/** The only argument, an ABI string: offset, length, text. undefined when the bytes do not hold what they promise. */
function stringArgument(data: Uint8Array): string | undefined {
  const offset = wordAt(data, 0n);
  const length = offset === undefined ? undefined : wordAt(data, offset);
  if (offset === undefined || length === undefined || offset + 32n + length > BigInt(data.length)) return undefined;
  const start = Number(offset) + 32;
  return new TextDecoder().decode(data.subarray(start, start + Number(length)));
}

function wordAt(data: Uint8Array, offset: bigint): bigint | undefined {
  if (offset + 32n > BigInt(data.length)) return undefined;
  return bytesToBigint(data.subarray(Number(offset), Number(offset) + 32));
}
