import type { EngineExports } from './engine-exports.ts';
import type { WasmMemory } from './wasm-memory.ts';

/**
 * Blooms that share memory: above 64 bytes, a byte string of its own costs more than the bloom. So many are kept as
 * long as one of them; they are those of one block, mostly.
 */
const perPiece = 64;

/** Reads the blooms of runs from the interpreter. */
export class BloomList {
  readonly #engine: EngineExports;
  readonly #memory: WasmMemory;
  #piece = new Uint8Array(0);
  #used = 0;

  constructor(engine: EngineExports, memory: WasmMemory) {
    this.#engine = engine;
    this.#memory = memory;
  }

  /** The bloom of the logs of the last run, 256 bytes. Not to be written to. */
  ofRun(): Uint8Array {
    const { BLOOM, BLOOM_BYTES } = this.#engine;
    const length = BLOOM_BYTES.value;
    if (this.#used === this.#piece.length) {
      this.#piece = new Uint8Array(perPiece * length);
      this.#used = 0;
    }
    this.#engine.writeBloom();
    this.#memory.copy(BLOOM.value, length, this.#piece, this.#used);
    this.#used += length;
    return this.#piece.subarray(this.#used - length, this.#used);
  }
}
