import type { EnteredFrame, ExitedFrame, FrameKind, Log, Tracer } from '../../kernel/engine.ts';
import type { Address } from '../../primitives/address.ts';
import { recordedBytes, type TraceMeter } from './trace-meter.ts';

/** One call, creation or self-destruction, with the calls inside it. */
export type CallFrame = {
  readonly kind: FrameKind;
  readonly from: Address;
  readonly to: Address;
  /** wei */
  readonly value: bigint;
  readonly gas: bigint;
  readonly input: Uint8Array;
  readonly calls: CallFrame[];
  readonly logs: PositionedLog[];
  exit: Pick<ExitedFrame, 'gasUsed' | 'output' | 'error'>;
};

/** A log, how many calls its frame had made before it, and how many logs were made before it, undone ones included. */
export type PositionedLog = Log & { readonly position: number; readonly order: number };

/** A recorded byte takes one byte, and two characters in the result. */
const bytesPerDataByte = 3;

const unfinished = { gasUsed: 0n, output: new Uint8Array(0) };

/** Builds the tree of calls of an execution. */
export class CallRecorder implements Tracer {
  #root: CallFrame | undefined;
  #open: CallFrame[] = [];
  #logs = 0;
  readonly #meter: TraceMeter;

  constructor(meter: TraceMeter) {
    this.#meter = meter;
  }

  /** The outermost frame. Throws a RangeError before the execution. */
  get root(): CallFrame {
    if (this.#root === undefined) throw new RangeError('nothing was executed');
    return this.#root;
  }

  /** The innermost frame that has not ended. Throws a RangeError outside of the execution. */
  get open(): CallFrame {
    const frame = this.#open.at(-1);
    if (frame === undefined) throw new RangeError('nothing is executed');
    return frame;
  }

  onEnter({ kind, depth, from, to, value, gas, input }: EnteredFrame): void {
    this.#meter.charge(recordedBytes.call + bytesPerDataByte * input.length);
    const frame: CallFrame = { kind, from, to, value, gas, input, calls: [], logs: [], exit: unfinished };
    if (depth === 0) {
      this.#root = frame; // the engine may execute the message again
      this.#open = [frame];
    } else {
      this.#open.at(-1)?.calls.push(frame);
      this.#open.push(frame);
    }
  }

  onExit({ gasUsed, output, error }: ExitedFrame): void {
    this.#meter.charge(bytesPerDataByte * output.length);
    const frame = this.#open.pop();
    if (frame !== undefined) frame.exit = error === undefined ? { gasUsed, output } : { gasUsed, output, error };
  }

  onLog(log: Log): void {
    this.#meter.charge(recordedBytes.log + bytesPerDataByte * log.data.length);
    const frame = this.#open.at(-1);
    frame?.logs.push({ ...log, position: frame.calls.length, order: this.#logs++ });
  }
}

/** Whether the frame creates a contract. */
export function isCreation({ kind }: Pick<CallFrame, 'kind'>): boolean {
  return kind === 'CREATE' || kind === 'CREATE2';
}

/** Whether the frame ended with REVERT; no other failed frame has an output. */
export function isReverted({ exit }: Pick<CallFrame, 'exit'>): boolean {
  return exit.error === 'execution reverted';
}
