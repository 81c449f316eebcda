import { EvmInstance } from '#qord/evm/instance/evm-instance.ts';
import type { Process } from './scheduler.ts';

/**
 * Instances of the interpreter: those of a process that is gone are used again, without what they had cached. Each new
 * one has V8 mark the whole heap for its 664 MB of addresses; with this, a run takes two thirds to three quarters of the
 * processor time.
 */
export class EngineInstances {
  readonly #taken = new Map<Process, EvmInstance[]>();
  readonly #free: EvmInstance[] = [];

  /** One for this process. */
  take(process: Process): EvmInstance {
    const instance = this.#free.pop() ?? new EvmInstance();
    this.#taken.set(process, [...(this.#taken.get(process) ?? []), instance]);
    return instance;
  }

  /** The process is gone. */
  release(process: Process): void {
    for (const instance of this.#taken.get(process) ?? []) {
      instance.clearTables();
      this.#free.push(instance);
    }
    this.#taken.delete(process);
  }
}
