import type { Mcl } from './mcl.ts';
import { view } from './mcl.ts';

/** How a curve's field elements are written in calls: big-endian, after zeros. */
export class FieldCodec {
  readonly #mcl: Mcl;
  readonly #padding: number;
  readonly #length: number;
  readonly #scratch: number;

  constructor(mcl: Mcl, { padding, length }: { padding: number; length: number }) {
    this.#mcl = mcl;
    this.#padding = padding;
    this.#length = length;
    this.#scratch = mcl.malloc(length);
  }

  /** bytes of an encoded element */
  get encodedLength(): number {
    return this.#padding + this.#length;
  }

  /** Reads the element at `offset` into memory; false when the padding is not zero or the number not below the order. */
  decode(element: number, input: Uint8Array, offset: number): boolean {
    const start = offset + this.#padding;
    if (input.subarray(offset, start).some((byte) => byte !== 0)) return false;
    const scratch = view(this.#mcl, this.#scratch, this.#length);
    scratch.set(input.subarray(start, start + this.#length));
    scratch.reverse();
    return this.#mcl.mclBnFp_deserialize(element, this.#scratch, this.#length) === this.#length;
  }

  /** Writes the element behind its padding to `output`, which is zero there. */
  encode(element: number, output: Uint8Array, offset: number): void {
    this.#mcl.mclBnFp_serialize(this.#scratch, this.#length, element);
    output.set(view(this.#mcl, this.#scratch, this.#length).slice().reverse(), offset + this.#padding);
  }
}
