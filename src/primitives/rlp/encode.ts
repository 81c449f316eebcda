import { integerLength, writeInteger } from '../bytes.ts';
import { fromHex, type Hex, hexLength, writeHex } from '../hex.ts';
import { newBytes } from '../mapped-bytes.ts';
import type { RlpInput } from './item.ts';
import { bytesPrefix, isOwnEncoding, listPrefix, prefixLength, writePrefix } from './prefix.ts';

/** Item → canonical RLP. A single byte below 0x80 is its own encoding; the same array is returned. */
export function encodeRlp(item: RlpInput): Uint8Array {
  if (item instanceof Uint8Array && isOwnEncoding(item)) return item;
  const lengths: number[] = [];
  const encoded = newBytes(measure(item, lengths));
  new RlpWriter(encoded, lengths).write(item);
  return encoded;
}

/** The same after a type byte (EIP-2718). */
export function encodeTypedRlp(type: number, item: RlpInput): Uint8Array {
  const lengths: number[] = [];
  const encoded = newBytes(1 + measure(item, lengths));
  encoded[0] = type;
  new RlpWriter(encoded, lengths, 1).write(item);
  return encoded;
}

/** The concatenated encodings of a list's items → the encoding of the list. */
export function encodeRlpList(items: Uint8Array): Uint8Array {
  const encoded = newRlpList(items.length);
  encoded.set(items, encoded.length - items.length);
  return encoded;
}

/**
 * A list with its prefix written and `length` bytes for the encodings of its items, which the caller writes at the end.
 */
export function newRlpList(length: number): Uint8Array {
  const list = new Uint8Array(prefixLength(length) + length);
  writePrefix(list, 0, length, listPrefix);
  return list;
}

/** The bytes before the encodings of a list's items, which have `length` bytes together. */
export function rlpListPrefix(length: number): Uint8Array {
  const prefix = new Uint8Array(prefixLength(length));
  writePrefix(prefix, 0, length, listPrefix);
  return prefix;
}

/** Length of a byte string's encoding. */
export function encodedLength(bytes: Uint8Array): number {
  return isOwnEncoding(bytes) ? 1 : prefixLength(bytes.length) + bytes.length;
}

/** Writes a byte string's encoding at `at`. Returns the offset after it. */
export function writeEncoded(target: Uint8Array, at: number, bytes: Uint8Array): number {
  const from = isOwnEncoding(bytes) ? at : writePrefix(target, at, bytes.length, bytesPrefix);
  target.set(bytes, from);
  return from + bytes.length;
}

/** Length of an item's encoding. Appends the payload length of each list to `lengths`, outer lists first. */
function measure(item: RlpInput, lengths: number[]): number {
  if (typeof item === 'string') return measureHex(item);
  if (typeof item === 'number' || typeof item === 'bigint') return measureInteger(item);
  if (item instanceof Uint8Array) return encodedLength(item);
  const index = lengths.push(0) - 1;
  let length = 0;
  for (const part of item) length += measure(part, lengths);
  lengths[index] = length;
  return prefixLength(length) + length;
}

function measureHex(text: Hex): number {
  const length = hexLength(text);
  return length === 1 ? encodedLength(fromHex(text)) : prefixLength(length) + length;
}

function measureInteger(value: bigint | number): number {
  const length = integerLength(value);
  return isOwnInteger(value, length) ? 1 : prefixLength(length) + length;
}

function isOwnInteger(value: bigint | number, length: number): boolean {
  return length === 1 && Number(value) < bytesPrefix;
}

/** Writes items one after another; uses the lengths of lists in the order of `measure`. */
class RlpWriter {
  readonly #target: Uint8Array;
  readonly #lengths: readonly number[];
  #nextList = 0;
  #at: number;

  constructor(target: Uint8Array, lengths: readonly number[], at = 0) {
    this.#target = target;
    this.#lengths = lengths;
    this.#at = at;
  }

  write(item: RlpInput): void {
    if (typeof item === 'string') this.#writeHex(item);
    else if (typeof item === 'number' || typeof item === 'bigint') this.#writeInteger(item);
    else if (item instanceof Uint8Array) this.#at = writeEncoded(this.#target, this.#at, item);
    else this.#writeList(item);
  }

  #writeHex(text: Hex): void {
    const length = hexLength(text);
    if (length === 1) {
      this.write(fromHex(text));
      return;
    }
    this.#at = writePrefix(this.#target, this.#at, length, bytesPrefix);
    writeHex(text, this.#target, this.#at);
    this.#at += length;
  }

  #writeInteger(value: bigint | number): void {
    const length = integerLength(value);
    if (!isOwnInteger(value, length)) this.#at = writePrefix(this.#target, this.#at, length, bytesPrefix);
    writeInteger(value, this.#target, this.#at, length);
    this.#at += length;
  }

  #writeList(items: readonly RlpInput[]): void {
    this.#at = writePrefix(this.#target, this.#at, this.#lengths[this.#nextList++] ?? 0, listPrefix);
    for (const item of items) this.write(item);
  }
}
