import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';
import { type Hex, writeHex } from '../../primitives/hex.ts';
import { fillRandom } from '../../primitives/machine.ts';
import type { Pointer } from './engine-exports.ts';

/** Scratch space in which the bytes of a word are reversed. */
const reversed = Buffer.alloc(32);

/** The whole address space. */
const allPages = 65_536;

const mask64 = 0xffff_ffff_ffff_ffffn;

/** Typed access to the engine's memory. Words are 256-bit integers in four 64-bit limbs, least significant first. */
export class WasmMemory {
  readonly memory: WebAssembly.Memory;
  #bytes: Buffer;
  #integers: Uint32Array;
  #longs: BigUint64Array;

  /** `maximum`: pages of 64 KiB after which growing is refused, as when the system has no more memory. */
  constructor(maximum = allPages) {
    this.memory = new WebAssembly.Memory({ initial: 1, maximum });
    this.#bytes = Buffer.from(this.memory.buffer);
    this.#integers = new Uint32Array(this.memory.buffer);
    this.#longs = new BigUint64Array(this.memory.buffer);
  }

  /** Growing the memory detaches the views. */
  #refresh(): void {
    if (this.#bytes.length !== 0) return;
    this.#bytes = Buffer.from(this.memory.buffer);
    this.#integers = new Uint32Array(this.memory.buffer);
    this.#longs = new BigUint64Array(this.memory.buffer);
  }

  /** For what no outcome depends on, such as the keys of hash tables. */
  fillRandom(at: Pointer, length: number): void {
    this.#refresh();
    fillRandom(this.#bytes, at, length);
  }

  byte(at: Pointer): number {
    this.#refresh();
    return this.#bytes[at] ?? 0;
  }

  uint32(at: Pointer): number {
    this.#refresh();
    return this.#integers[at >>> 2] ?? 0;
  }

  setUint32(at: Pointer, value: number): void {
    this.#refresh();
    this.#integers[at >>> 2] = value;
  }

  uint64(at: Pointer): bigint {
    this.#refresh();
    return this.#longs[at >>> 3] ?? 0n;
  }

  setUint64(at: Pointer, value: bigint): void {
    this.#refresh();
    this.#longs[at >>> 3] = value;
  }

  word(at: Pointer): bigint {
    const low = this.uint64(at);
    const second = this.uint64(at + 8);
    const high = this.uint64(at + 16) | (this.uint64(at + 24) << 64n);
    if (high === 0n) return second === 0n ? low : low | (second << 64n);
    return low | (second << 64n) | (high << 128n);
  }

  setWord(at: Pointer, value: bigint): void {
    this.#refresh();
    const longs = this.#longs;
    const limb = at >>> 3;
    const isShort = value <= mask64;
    longs[limb] = value; // the lowest 64 bits
    longs[limb + 1] = isShort ? 0n : value >> 64n;
    longs[limb + 2] = isShort ? 0n : value >> 128n;
    longs[limb + 3] = isShort ? 0n : value >> 192n;
  }

  equalWords(left: Pointer, right: Pointer): boolean {
    this.#refresh();
    const integers = this.#integers;
    for (let i = 0; i < 8; i++) if (integers[(left >>> 2) + i] !== integers[(right >>> 2) + i]) return false;
    return true;
  }

  address(word: Pointer): Address {
    return `0x${this.#digits(word, 20)}` as Address;
  }

  setAddress(word: Pointer, address: Address): void {
    this.#setDigits(word, address, 20);
  }

  hash(word: Pointer): Hash {
    return `0x${this.#digits(word, 32)}` as Hash;
  }

  setHash(word: Pointer, hash: Hash): void {
    this.#setDigits(word, hash, 32);
  }

  #setDigits(word: Pointer, digits: Hex, length: number): void {
    this.#refresh();
    const target = this.#bytes;
    writeHex(digits, reversed, 0);
    for (let i = 0; i < length; i++) target[word + i] = reversed[length - 1 - i] ?? 0;
    target.fill(0, word + length, word + 32);
  }

  /** The lowest `length` bytes of a word in hex, the most significant first. */
  #digits(word: Pointer, length: number): string {
    this.#refresh();
    const bytes = this.#bytes;
    for (let i = 0; i < length; i++) reversed[i] = bytes[word + length - 1 - i] ?? 0;
    return reversed.toString('hex', 0, length);
  }

  /** A word without its leading zero bytes, the most significant byte first. */
  trimmed(word: Pointer): Uint8Array {
    this.#refresh();
    const bytes = this.#bytes;
    let length = 32;
    while (length > 0 && bytes[word + length - 1] === 0) length--;
    const copy = new Uint8Array(length);
    for (let i = 0; i < length; i++) copy[i] = bytes[word + length - 1 - i] ?? 0;
    return copy;
  }

  /** Fills a word from up to 32 big-endian bytes. */
  setBigEndian(word: Pointer, bytes: Uint8Array): void {
    this.#refresh();
    const target = this.#bytes;
    const length = bytes.length;
    for (let i = 0; i < length; i++) target[word + i] = bytes[length - 1 - i] ?? 0;
    target.fill(0, word + length, word + 32);
  }

  write(at: Pointer, bytes: Uint8Array): void {
    this.#refresh();
    this.#bytes.set(bytes, at);
  }

  fill(at: Pointer, value: number, length: number): void {
    this.#refresh();
    this.#bytes.fill(value, at, at + length);
  }

  /** A copy of the bytes. */
  read(at: Pointer, length: number): Uint8Array {
    this.#refresh();
    return new Uint8Array(this.#bytes.subarray(at, at + length));
  }

  /** Copies bytes into an array. */
  copy(from: Pointer, length: number, target: Uint8Array, at: number): void {
    this.#refresh();
    this.#bytes.copy(target, at, from, from + length);
  }

  /** The bytes without a copy; valid until the engine continues. */
  view(at: Pointer, length: number): Uint8Array {
    this.#refresh();
    return new Uint8Array(this.#bytes.buffer, at, length);
  }
}
