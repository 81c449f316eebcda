import type { BlockEnvironment, Message } from '../../kernel/engine.ts';
import { bytesToBigint } from '../../primitives/bytes.ts';
import { fromHex } from '../../primitives/hex.ts';
import type { EngineExports } from './engine-exports.ts';
import type { WasmMemory } from './wasm-memory.ts';

/** Places of the words that are the same in every frame: see environment.ts of the interpreter. */
const places = { origin: 0, gasPrice: 1, coinbase: 2, timestamp: 3, number: 4, prevRandao: 5, gasLimit: 6 } as const;
const feePlaces = { chainId: 7, baseFee: 8, blobBaseFee: 9 } as const;

/** Writes what opcodes tell about block and transaction into the engine's memory. */
export class EnvironmentWriter {
  readonly #engine: EngineExports;
  readonly #memory: WasmMemory;
  #block: BlockEnvironment | undefined;

  constructor(engine: EngineExports, memory: WasmMemory) {
    this.#engine = engine;
    this.#memory = memory;
  }

  write(block: BlockEnvironment, message: Message): void {
    if (block !== this.#block) this.#writeBlock(block);
    this.#memory.setAddress(this.#word(places.origin), message.origin);
    this.#memory.setWord(this.#word(places.gasPrice), message.gasPrice);
    this.#writeBlobHashes(message);
  }

  #word(place: number): number {
    return this.#engine.ENVIRONMENT.value + 32 * place;
  }

  #writeBlock(block: BlockEnvironment): void {
    this.#block = block;
    this.#memory.setAddress(this.#word(places.coinbase), block.coinbase);
    this.#memory.setWord(this.#word(places.timestamp), block.timestamp);
    this.#memory.setWord(this.#word(places.number), block.number);
    this.#memory.setWord(this.#word(places.prevRandao), bytesToBigint(fromHex(block.prevRandao)));
    this.#memory.setWord(this.#word(places.gasLimit), block.gasLimit);
    this.#memory.setWord(this.#word(feePlaces.chainId), block.chainId);
    this.#memory.setWord(this.#word(feePlaces.baseFee), block.baseFee);
    this.#memory.setWord(this.#word(feePlaces.blobBaseFee), block.blobBaseFee);
  }

  #writeBlobHashes({ blobHashes }: Message): void {
    const { BLOB_HASHES, MAX_BLOB_HASHES } = this.#engine;
    if (blobHashes.length > MAX_BLOB_HASHES.value)
      throw new RangeError(`${blobHashes.length} blob hashes are too many`);
    for (const [index, hash] of blobHashes.entries()) this.#memory.setHash(BLOB_HASHES.value + 32 * index, hash);
    this.#engine.setBlobHashCount(blobHashes.length);
  }
}
