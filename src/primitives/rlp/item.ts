import { bigintToBytes, bytesToBigint } from '../bytes.ts';
import type { Hex } from '../hex.ts';

/** What recursive-length-prefix encoding (Ethereum yellow paper, appendix B) encodes. */
export type RlpItem = Uint8Array | readonly RlpItem[];
/** The same with byte strings also as hex digits, which are encoded without becoming bytes before. */
export type RlpInput = Uint8Array | Hex | readonly RlpInput[];
export type RlpDecoded = Uint8Array | RlpDecoded[];

/** The bytes are not canonical RLP. */
export class RlpError extends Error {
  override name = 'RlpError';
}

/** Unsigned integer → the item RLP uses for it: big-endian, no leading zeros. */
export function rlpInteger(value: bigint | number): Uint8Array {
  return bigintToBytes(BigInt(value));
}

/** Item → unsigned integer. Throws an RlpError on a list, leading zeros, or more than `maxBytes`. */
export function integerFromRlp(item: RlpDecoded | undefined, maxBytes = 32): bigint {
  const bytes = bytesFromRlp(item);
  if (bytes.length > maxBytes) throw new RlpError(`rlp: integer larger than ${maxBytes * 8} bits`);
  if (bytes[0] === 0) throw new RlpError('rlp: non-canonical integer (leading zero bytes)');
  return bytesToBigint(bytes);
}

/** Item → bytes. Throws an RlpError on a list, or when the length is not the one asked for. */
export function bytesFromRlp(item: RlpDecoded | undefined, length?: number): Uint8Array {
  if (!(item instanceof Uint8Array)) throw new RlpError('rlp: expected a byte string');
  if (length !== undefined && item.length !== length) {
    throw new RlpError(`rlp: expected ${length} bytes, got ${item.length}`);
  }
  return item;
}

/** Item → list. Throws an RlpError on bytes. */
export function listFromRlp(item: RlpDecoded | undefined): RlpDecoded[] {
  if (item === undefined || item instanceof Uint8Array) throw new RlpError('rlp: expected a list');
  return item;
}
