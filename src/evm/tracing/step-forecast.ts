import type { EnteredFrame, ExitedFrame, Step, Tracer } from '../../kernel/engine.ts';
import { opcodeNamed } from '../instruction-set/opcodes.ts';
import { StepCosts } from './step-costs.ts';

/** How an instruction ended. */
export type StepOutcome = {
  readonly gasCost: number;
  /** undefined after success */
  readonly error: string | undefined;
  /** For SSTORE: the refund counter after it, which go-ethereum shows before it. */
  readonly refund: number | undefined;
};

/** Failures that go-ethereum finds before it executes an instruction: others happen within it. */
const foundBefore = /^(?:out of gas|stack underflow|stack limit reached|max initcode size exceeded)/;

const sstore = opcodeNamed('SSTORE')?.number;

/**
 * Records the cost and the error of each instruction, so that a second execution can show them before the instruction
 * is executed, as go-ethereum does. Costs are those of the opcode logger.
 */
export class StepForecast implements Tracer {
  #costs = new StepCosts();
  #gasCosts: number[] = [];
  #errors = new Map<number, string>();
  #refunds = new Map<number, number>();
  /** the last step of each open frame */
  #last: number[] = [];
  readonly #onStep: (count: number) => void;

  /** `onStep` is called with the number of steps so far, before each is recorded. */
  constructor(onStep: (count: number) => void) {
    this.#onStep = onStep;
  }

  /** Of a step of the execution, from 0. */
  outcome(index: number): StepOutcome {
    const error = this.#errors.get(index);
    return { gasCost: this.#gasCosts[index] ?? 0, error, refund: this.#refunds.get(index) };
  }

  /** The error of a step that go-ethereum finds before it executes the instruction. */
  failureBefore(index: number): string | undefined {
    const error = this.#errors.get(index);
    return error !== undefined && foundBefore.test(error) ? error : undefined;
  }

  onEnter(frame: EnteredFrame): void {
    if (frame.depth === 0) {
      this.#gasCosts = []; // the engine may execute the message again
      this.#errors.clear();
      this.#refunds.clear();
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
    const { opcode, refund } = step;
    this.#costs.step(step, ({ gasCost, error }, next) => {
      this.#gasCosts[index] = Number(gasCost);
      if (error !== undefined) this.#errors.set(index, error);
      if (opcode === sstore && next !== undefined && next.refund !== refund)
        this.#refunds.set(index, Number(next.refund));
    });
  }

  onExit(exit: ExitedFrame): void {
    this.#costs.exit(exit);
    const last = this.#last.pop() ?? -1;
    if (last >= 0 && exit.error === 'execution reverted') this.#errors.set(last, exit.error);
  }
}
