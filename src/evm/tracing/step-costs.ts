import type { EnteredFrame, ExitedFrame, FrameKind, Step } from '../../kernel/engine.ts';
import { tracedOpcode } from './traced-opcode.ts';

/** gas for each byte of a new contract's code, charged after the last instruction */
const codeDepositGas = 200n;

/** Failures of a creation whose initcode has succeeded. */
const depositFailures: ReadonlySet<string | undefined> = new Set([
  'max code size exceeded',
  'invalid code: must not begin with 0xef',
  'contract creation code storage out of gas',
]);

/** The cost of an instruction, and the error with which it failed. */
type StepCost = { readonly gasCost: bigint; readonly error: string | undefined };

type OpenStep = { readonly opcode: number; readonly gas: bigint; correction: bigint; readonly close: StepListener };
type OpenFrame = { readonly kind: FrameKind; readonly gas: bigint; last: OpenStep | undefined };

/** Called once when an instruction has ended; `next` is the next step of the same frame, if there is one. */
export type StepListener = (costed: StepCost, next: Step | undefined) => void;

/**
 * Calculates the cost of each instruction: the difference to the gas before the next one of the same frame. The gas
 * that a call passes on is part of its cost, that of a creation is not (go-ethereum's rule).
 */
export class StepCosts {
  #frames: OpenFrame[] = [];

  enter({ kind, depth, gas }: EnteredFrame): void {
    if (depth === 0) this.#frames = [];
    this.#frames.push({ kind, gas, last: undefined });
  }

  step(step: Step, close: StepListener): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    closeLast(frame, step.gas, step);
    frame.last = { opcode: step.opcode, gas: step.gas, correction: 0n, close };
  }

  exit(exit: ExitedFrame): void {
    const frame = this.#frames.pop();
    if (frame === undefined) return;
    const isHalt = exit.error !== undefined && exit.error !== 'execution reverted';
    const gasLeft = frame.gas - exit.gasUsed;
    if (!isHalt) closeLast(frame, gasLeft + depositOf(frame, exit), undefined);
    else failLast(frame, depositFailures.has(exit.error) ? undefined : exit.error);
    const caller = this.#frames.at(-1)?.last;
    if (caller === undefined || frame.kind === 'SELFDESTRUCT') return;
    caller.correction = isCreation(frame) ? -exit.gasUsed : gasLeft;
  }
}

function closeLast({ last }: OpenFrame, gasAfter: bigint, next: Step | undefined): void {
  last?.close({ gasCost: last.gas - gasAfter + last.correction, error: undefined }, next);
}

/** A frame that halts uses all its gas: only the static cost of its last instruction is known. */
function failLast({ last }: OpenFrame, error: string | undefined): void {
  last?.close({ gasCost: tracedOpcode(last.opcode).gas, error }, undefined);
}

function depositOf(frame: OpenFrame, { output, error }: ExitedFrame): bigint {
  return isCreation(frame) && error === undefined ? codeDepositGas * BigInt(output.length) : 0n;
}

function isCreation({ kind }: OpenFrame): boolean {
  return kind === 'CREATE' || kind === 'CREATE2';
}
