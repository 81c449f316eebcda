import { setImmediate as nextTurn } from 'node:timers/promises';
import { applyMessageInTurns, type CallMessage } from '../../../evm/transaction/apply-message.ts';
import type { Applied } from '../../../evm/transaction/execution.ts';
import { ExecutionStoppedError, type ExecutionTurns } from '../../../kernel/engine.ts';
import { RpcFault } from '../../contract.ts';
import { timeoutFault } from '../faults.ts';
import { type CallParts, type CallPlace, createCallContext } from './call-context.ts';

const gone = () => new RpcFault(-32000, 'nobody waits for the call any more');

/** Calls that run at the same time: each has an engine's memory to itself. */
const mostAtOnce = 4;

/** milliseconds of one turn */
const turn = 5;

/**
 * Calls that take long run in turns with everything else the node does, a few at once, and no longer than somebody waits
 * for them. The time limit counts the time they run, not that of the others.
 */
export class LongCalls {
  readonly #parts: CallParts;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(parts: CallParts) {
    this.#parts = parts;
  }

  /** Rejects with an RpcFault when the time is over, or nobody waits any more. */
  async run(message: CallMessage, place: CallPlace, isGone: () => boolean): Promise<Applied> {
    if (this.#running === mostAtOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      if (isGone()) throw gone();
      return await this.#runInTurns(message, place, isGone);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next(); // takes this one's place
    }
  }

  async #runInTurns(message: CallMessage, place: CallPlace, isGone: () => boolean): Promise<Applied> {
    const { evmTimeout } = this.#parts.limits;
    const time = new TurnTime(evmTimeout === 0 ? Number.POSITIVE_INFINITY : evmTimeout, isGone);
    const context = createCallContext(this.#parts, { ...place, milliseconds: 0 });
    const run = { ...context.run, shouldStop: () => time.isUp() };
    try {
      return await applyMessageInTurns(message, { ...context, run }, time);
    } catch (error) {
      throw error instanceof ExecutionStoppedError ? timeoutFault(evmTimeout) : error;
    }
  }
}

/** The time a call has run, in turns. */
class TurnTime implements ExecutionTurns {
  readonly #limit: number;
  readonly #isGone: () => boolean;
  #before = 0;
  #turnBegan = performance.now();

  /** `limit`: milliseconds */
  constructor(limit: number, isGone: () => boolean) {
    this.#limit = limit;
    this.#isGone = isGone;
  }

  readonly isUp = (): boolean => this.#before + this.#ofTurn() > this.#limit;

  readonly isOver = (): boolean => this.#ofTurn() > turn;

  readonly next = async (): Promise<void> => {
    this.#before += this.#ofTurn();
    await nextTurn();
    this.#turnBegan = performance.now();
    if (this.#isGone()) throw gone();
  };

  #ofTurn(): number {
    return performance.now() - this.#turnBegan;
  }
}
