import type { Address } from '../address.ts';
import type { Hash } from '../hash.ts';
import type { Hex } from '../hex.ts';
import { bytesFromRlp, integerFromRlp, RlpError } from './item.ts';
import { isList, payloadEnd, payloadStart } from './prefix.ts';

/**
 * A list of byte strings whose meanings are known by their places. Where each lies is looked up once; then each is read
 * in the form it is wanted in, without the views that decoding makes. All methods throw an RlpError.
 */
export class RlpFields {
  readonly #rlp: Uint8Array;
  /** the same bytes, as what writes hex digits */
  readonly #digits: Buffer;
  /** where each field begins, and one more: where it ends, side by side */
  readonly #places: readonly number[];

  /** Throws unless the bytes are the canonical RLP of a list of so many byte strings. */
  constructor(rlp: Uint8Array, count: number) {
    this.#rlp = rlp;
    this.#digits = Buffer.from(rlp.buffer, rlp.byteOffset, rlp.byteLength);
    this.#places = placesOfFields(rlp);
    const found = this.#places.length / 2;
    if (found !== count) throw new RlpError(`rlp: expected a list of ${count} items, got ${found}`);
  }

  /** a copy */
  bytes(index: number, length?: number): Uint8Array {
    return this.#view(index, length).slice();
  }

  integer(index: number, maxBytes: number): bigint {
    return integerFromRlp(this.#view(index), maxBytes);
  }

  hash(index: number): Hash {
    return this.hex(index, 32) as Hash;
  }

  address(index: number): Address {
    return this.hex(index, 20) as Address;
  }

  /** `length`: in bytes */
  hex(index: number, length: number): Hex {
    const from = this.#places[2 * index] ?? 0;
    const end = this.#places[2 * index + 1] ?? 0;
    if (end - from !== length) throw new RlpError(`rlp: expected ${length} bytes, got ${end - from}`);
    return `0x${this.#digits.toString('hex', from, end)}`;
  }

  #view(index: number, length?: number): Uint8Array {
    return bytesFromRlp(this.#rlp.subarray(this.#places[2 * index], this.#places[2 * index + 1]), length);
  }
}

function placesOfFields(rlp: Uint8Array): number[] {
  const start = payloadStart(rlp, 0);
  if (!isList(rlp, 0)) throw new RlpError('rlp: expected a list');
  if (payloadEnd(rlp, 0, start) !== rlp.length) throw new RlpError('rlp: input has trailing bytes');
  const places: number[] = [];
  for (let at = start; at < rlp.length; ) {
    if (isList(rlp, at)) throw new RlpError('rlp: expected a byte string');
    const from = payloadStart(rlp, at);
    at = payloadEnd(rlp, at, from);
    places.push(from, at);
  }
  return places;
}
