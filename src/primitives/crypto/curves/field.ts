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
    for (let i = offset; i < start; i++) if (input[i] !== 0) return false;
    const scratch = view(this.#mcl, this.#scratch, this.#length);
    for (let i = 0, from = start + this.#length - 1; i < this.#length; i++, from--) scratch[i] = input[from] ?? 0;
    return this.#mcl.mclBnFp_deserialize(element, this.#scratch, this.#length) === this.#length;
  }

  /** Writes the element behind its padding to `output`, which is zero there. */
  encode(element: number, output: Uint8Array, offset: number): void {
    this.#mcl.mclBnFp_serialize(this.#scratch, this.#length, element);
    const scratch = view(this.#mcl, this.#scratch, this.#length);
    const end = offset + this.encodedLength - 1;
    for (let i = 0; i < this.#length; i++) output[end - i] = scratch[i] ?? 0;
  }
}
