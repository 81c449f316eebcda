/** What one execution passed to console.log: the call data of each call, the first ones when it is much. */
export type Prints = {
  readonly inputs: readonly Uint8Array[];
  /** bytes of all inputs, each counted with what it takes besides */
  readonly bytes: number;
  /** calls that are not in `inputs` */
  readonly leftOut: number;
};

/** Bytes of what one execution prints; what is printed beyond is counted. */
const maxBytes = 64 * 1024;
/** Bytes that a call counts besides its data, so that there are 1,024 of them at most. */
const bytesEach = 64;

/** Collects what one execution prints, within a maximum. Whatever a contract prints takes no more memory than this. */
export class PrintList {
  readonly #inputs: Uint8Array[] = [];
  #bytes = 0;
  #leftOut = 0;

  /** What was printed; undefined for nothing. */
  get all(): Prints | undefined {
    if (this.#inputs.length === 0 && this.#leftOut === 0) return undefined;
    return { inputs: this.#inputs, bytes: this.#bytes, leftOut: this.#leftOut };
  }

  /** Copies the call data, which is borrowed. */
  add(input: Uint8Array): void {
    const bytes = input.length + bytesEach;
    if (this.#leftOut > 0 || this.#bytes + bytes > maxBytes) {
      this.#leftOut++;
      return;
    }
    this.#bytes += bytes;
    this.#inputs.push(input.slice());
  }

  /** Adds what another execution has printed. */
  addAll({ inputs, leftOut }: Prints): void {
    for (const input of inputs) this.add(input);
    this.#leftOut += leftOut;
  }
}
