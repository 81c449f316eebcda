import type { Log } from '../../kernel/engine.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { AccountTable } from './account-table.ts';
import type { EngineExports, Pointer } from './engine-exports.ts';
import type { WasmMemory } from './wasm-memory.ts';

/** The logs of a run: the interpreter's list, in which entries refer to the logs of native contracts. */
export class LogList {
  readonly #engine: EngineExports;
  readonly #memory: WasmMemory;
  readonly #accounts: AccountTable;
  #native: Log[] = [];

  constructor(engine: EngineExports, memory: WasmMemory, accounts: AccountTable) {
    this.#engine = engine;
    this.#memory = memory;
    this.#accounts = accounts;
  }

  clear(): void {
    this.#native = [];
  }

  /** Appends a log that a native contract emitted. */
  appendNativeLog(contract: Pointer, log: Log): void {
    this.#engine.addNativeLog(contract, this.#native.length);
    this.#native.push(log);
  }

  /** in the interpreter, without those of native contracts */
  get byteLength(): number {
    return this.#engine.logsEnd.value - this.#engine.LOGS.value;
  }

  all(): Log[] {
    return this.between(this.#engine.LOGS.value, this.#engine.logsEnd.value);
  }

  /** Those from one address of the list to another. */
  between(start: Pointer, end: Pointer): Log[] {
    const logs: Log[] = [];
    for (let log = start; log < end; log = this.#engine.nextLog(log)) logs.push(this.at(log));
    return logs;
  }

  at(pointer: Pointer): Log {
    const { LOG_ACCOUNT, LOG_TOPICS, LOG_TOPIC_COUNT, LOG_DATA_LENGTH, LOG_NATIVE } = this.#engine;
    const native = this.#native[this.#memory.uint32(pointer + LOG_NATIVE.value) - 1];
    if (native !== undefined) return native;
    const topics: Hash[] = [];
    const count = this.#memory.uint32(pointer + LOG_TOPIC_COUNT.value);
    const start = pointer + LOG_TOPICS.value;
    for (let i = 0; i < count; i++) topics.push(this.#memory.hash(start + 32 * i));
    const address = this.#accounts.addressOf(this.#memory.uint32(pointer + LOG_ACCOUNT.value));
    const data = this.#memory.read(start + 32 * count, this.#memory.uint32(pointer + LOG_DATA_LENGTH.value));
    return { address, topics, data };
  }
}
