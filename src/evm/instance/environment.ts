import type { BlockEnvironment, Message } from '../../kernel/engine.ts';
import { usualCodeBytes } from '../../kernel/transaction/transaction.ts';
import { bytesToBigint } from '../../primitives/bytes.ts';
import { fromHex } from '../../primitives/hex.ts';
import type { EngineExports } from './engine-exports.ts';
import type { WasmMemory } from './wasm-memory.ts';

/** Writes what the opcodes return about block and transaction into the engine's memory. */
export class EnvironmentWriter {
  readonly #engine: EngineExports;
  readonly #memory: WasmMemory;
  #block: BlockEnvironment | undefined;
  #blobHashes = 0;

  constructor(engine: EngineExports, memory: WasmMemory) {
    this.#engine = engine;
    this.#memory = memory;
  }

  write(block: BlockEnvironment, message: Message): void {
    const { ORIGIN, GAS_PRICE } = this.#engine;
    if (block !== this.#block) this.#writeBlock(block);
    this.#memory.setAddress(ORIGIN.value, message.origin);
    this.#memory.setWord(GAS_PRICE.value, message.gasPrice);
    this.#writeBlobHashes(message);
  }

  #writeBlock(block: BlockEnvironment): void {
    const { COINBASE, TIMESTAMP, NUMBER, PREV_RANDAO, GAS_LIMIT, CHAIN_ID, BASE_FEE, BLOB_BASE_FEE } = this.#engine;
    this.#block = block;
    this.#memory.setAddress(COINBASE.value, block.coinbase);
    this.#memory.setWord(TIMESTAMP.value, block.timestamp);
    this.#memory.setWord(NUMBER.value, block.number);
    this.#memory.setWord(PREV_RANDAO.value, bytesToBigint(fromHex(block.prevRandao)));
    this.#memory.setWord(GAS_LIMIT.value, block.gasLimit);
    this.#memory.setWord(CHAIN_ID.value, block.chainId);
    this.#memory.setWord(BASE_FEE.value, block.baseFee);
    this.#memory.setWord(BLOB_BASE_FEE.value, block.blobBaseFee);
    this.#engine.setMaxCodeBytes(block.maxCodeBytes ?? usualCodeBytes);
  }

  #writeBlobHashes({ blobHashes }: Message): void {
    const { BLOB_HASHES, MAX_BLOB_HASHES } = this.#engine;
    if (blobHashes.length === 0 && this.#blobHashes === 0) return;
    if (blobHashes.length > MAX_BLOB_HASHES.value) throw new RangeError(`too many blob hashes: ${blobHashes.length}`);
    for (const [index, hash] of blobHashes.entries()) this.#memory.setHash(BLOB_HASHES.value + 32 * index, hash);
    this.#engine.setBlobHashCount(blobHashes.length);
    this.#blobHashes = blobHashes.length;
  }
}
