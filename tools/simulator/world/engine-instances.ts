import { EvmInstance } from '#qord/evm/instance/evm-instance.ts';
import type { Process } from './scheduler.ts';

/** Newest instances of a process that are used again: the others may have been of threads that have ended. */
const mostOfProcess = 6;
/** An instance keeps the memory that it once needed: one with more, in bytes, is not used again. */
const mostWritten = 16 * 2 ** 20;

/**
 * Instances of the interpreter: those of a process that is gone are used again, without what they had cached. Each new
 * one has V8 mark the whole heap for its 664 MB of addresses; with this, a run takes some four fifths of the processor time.
 */
export class EngineInstances {
  readonly #taken = new Map<Process, readonly EvmInstance[]>();
  readonly #free: EvmInstance[] = [];

  /** One for this process. */
  take(process: Process): EvmInstance {
    const instance = this.#free.pop() ?? new EvmInstance();
    const own = [...(this.#taken.get(process) ?? []), instance];
    if (process.isAlive) this.#taken.set(process, own.slice(-mostOfProcess));
    return instance;
  }

  /** The process is gone. */
  release(process: Process): void {
    for (const instance of this.#taken.get(process) ?? []) {
      if (instance.engine.writtenBytes() + instance.codes.writtenBytes > mostWritten) continue;
      instance.clearTables();
      this.#free.push(instance);
    }
    this.#taken.delete(process);
  }
}
