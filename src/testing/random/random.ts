/** A pseudorandom generator: the same seed gives the same sequence on every machine (xorshift, 128 bits). */
export class Random {
  readonly #state: Uint32Array;

  constructor(seed: number) {
    const mixed = mix(seed);
    this.#state = Uint32Array.of(0x9e3779b9 ^ mixed, 0x243f6a88, 0xb7e15162, mixed);
    for (let i = 0; i < 16; i++) this.#next();
  }

  /** 0 … limit-1 */
  below(limit: number): number {
    return Math.floor((this.#next() / 2 ** 32) * limit);
  }

  chance(probability: number): boolean {
    return this.#next() / 2 ** 32 < probability;
  }

  pick<T>(values: readonly [T, ...T[]]): T {
    return values[this.below(values.length)] ?? values[0];
  }

  /** One of the values, with a probability proportional to its weight. */
  pickWeighted<T>(choices: readonly (readonly [weight: number, value: T])[]): T {
    const total = choices.reduce((sum, [weight]) => sum + weight, 0);
    let left = this.below(total);
    for (const [weight, value] of choices) {
      left -= weight;
      if (left < 0) return value;
    }
    throw new RangeError('no values to pick from');
  }

  bytes(length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; at++) bytes[at] = this.below(256);
    return bytes;
  }

  /** A 256-bit word, preferring boundary values of arithmetic. */
  word(): bigint {
    const bit = BigInt(this.below(257));
    const near = BigInt(this.below(3)) - 1n;
    const kinds: readonly (readonly [number, () => bigint])[] = [
      [6, () => BigInt(this.below(4))],
      [6, () => BigInt(this.below(300))],
      [4, () => 2n ** bit + near],
      [3, () => -(2n ** bit) + near],
      [3, () => BigInt(this.below(2 ** 32)) << BigInt(this.below(256))],
      [6, () => BigInt(`0x00${Buffer.from(this.bytes(this.below(33))).toString('hex')}`)],
    ];
    return BigInt.asUintN(256, this.pickWeighted(kinds)());
  }

  #next(): number {
    const state = this.#state;
    let mixed = state[3] ?? 0;
    const first = state[0] ?? 0;
    state[3] = state[2] ?? 0;
    state[2] = state[1] ?? 0;
    state[1] = first;
    mixed ^= mixed << 11;
    mixed ^= mixed >>> 8;
    state[0] = mixed ^ first ^ (first >>> 19);
    return state[0] ?? 0;
  }
}

/** Spreads each bit of a seed over 32 bits (the finalizer of MurmurHash3): seeds in a row have nothing in common. */
function mix(seed: number): number {
  let mixed = seed ^ 0x5bd1e995;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
