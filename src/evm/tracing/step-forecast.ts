import type { EnteredFrame, ExitedFrame, Step, Tracer } from '../../kernel/engine.ts';
import { StepCosts } from './step-costs.ts';

/** How an instruction ended. */
export type StepOutcome = {
  readonly gasCost: number;
  /** undefined after success */
  readonly error: string | undefined;
};

/**
 * Records the cost and the error of each instruction, so that a second execution can show them before the instruction is
 * executed, as go-ethereum does. Costs are those of the opcode logger.
 */
export class StepForecast implements Tracer {
  #costs = new StepCosts();
  #gasCosts: number[] = [];
  #errors = new Map<number, string>();
  /** the last step of each open frame */
  #last: number[] = [];
  readonly #onStep: (count: number) => void;

  /** `onStep` is called with the number of steps so far, before each is recorded. */
  constructor(onStep: (count: number) => void) {
    this.#onStep = onStep;
  }

  /** Of a step of the execution, from 0. */
  outcome(index: number): StepOutcome {
    return { gasCost: this.#gasCosts[index] ?? 0, error: this.#errors.get(index) };
  }

  onEnter(frame: EnteredFrame): void {
    if (frame.depth === 0) {
      this.#gasCosts = []; // the engine may execute the message again
      this.#errors.clear();
      this.#last = [];
    }
    this.#costs.enter(frame);
    this.#last.push(-1);
  }

  onStep(step: Step): void {
    const index = this.#gasCosts.length;
    this.#onStep(index + 1);
    this.#gasCosts.push(0);
    this.#last[this.#last.length - 1] = index;
    this.#costs.step(step, ({ gasCost, error }) => {
      this.#gasCosts[index] = Number(gasCost);
      if (error !== undefined) this.#errors.set(index, error);
    });
  }

  onExit(exit: ExitedFrame): void {
    this.#costs.exit(exit);
    const last = this.#last.pop() ?? -1;
    if (last >= 0 && exit.error === 'execution reverted') this.#errors.set(last, exit.error);
  }
}
