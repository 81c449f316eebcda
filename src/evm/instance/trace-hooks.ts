import type { ExitedFrame, HaltReason, RunningState, Tracer } from '../../kernel/engine.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { haltReasonOf, signals } from '../instruction-set/enums.ts';
import { tracedOpcode } from '../tracing/traced-opcode.ts';
import type { AccountTable } from './account-table.ts';
import type { EngineExports, EngineImports, Pointer } from './engine-exports.ts';
import type { FrameView } from './frame-view.ts';
import type { LogList } from './log-list.ts';
import { TracedStep } from './traced-step.ts';
import type { WasmMemory } from './wasm-memory.ts';

type Dependencies = {
  readonly engine: EngineExports;
  readonly memory: WasmMemory;
  readonly accounts: AccountTable;
  readonly frames: FrameView;
  readonly logs: LogList;
  readonly runningState: RunningState;
};

type Hooks = Pick<EngineImports, 'traceStep' | 'traceEnter' | 'traceExit' | 'traceLog' | 'traceSelfdestruct'>;

/** Passes the trace calls of the interpreter on to the tracer of the current run. */
export function createTraceHooks(instance: () => Dependencies, tracer: () => Tracer | undefined): Hooks {
  const gasAtEntry: bigint[] = [];
  return {
    traceStep: (frame, pc, opcode) => tracer()?.onStep?.(new TracedStep(instance(), frame, pc, opcode)),
    traceEnter: (frame) => {
      const { frames } = instance();
      gasAtEntry[frames.depth(frame)] = frames.gas(frame);
      tracer()?.onEnter?.(enteredFrame(frames, frame));
    },
    traceExit: (frame, signal, reason) => {
      const { frames } = instance();
      const depth = frames.depth(frame);
      const gasUsed = (gasAtEntry[depth] ?? 0n) - frames.gas(frame);
      const output = () => frames.output(frame);
      tracer()?.onExit?.(exitedFrame(depth, gasUsed, output, errorText(frames, frame, signal, reason)));
    },
    traceLog: (log, depth) => tracer()?.onLog?.(instance().logs.at(log), depth),
    traceSelfdestruct: (frame, beneficiary) => traceSelfdestruct(instance(), tracer(), frame, beneficiary),
  };
}

function enteredFrame(frames: FrameView, frame: Pointer) {
  const kind = frames.kind(frame);
  const isOwnContext = kind === 'DELEGATECALL' || kind === 'CALLCODE';
  return {
    kind,
    depth: frames.depth(frame),
    from: isOwnContext ? frames.account(frame) : frames.caller(frame),
    to: frames.target(frame),
    value: frames.value(frame),
    gas: frames.gas(frame),
    get input() {
      return frames.input(frame);
    },
  };
}

/** The output is copied only when the tracer reads it. */
function exitedFrame(depth: number, gasUsed: bigint, output: () => Uint8Array, error: string | undefined): ExitedFrame {
  const exited = {
    depth,
    gasUsed,
    get output() {
      return output();
    },
  };
  return error === undefined ? exited : Object.assign(exited, { error });
}

function errorText(frames: FrameView, frame: Pointer, signal: number, reason: number): string | undefined {
  if (signal === signals.success) return undefined;
  return signal === signals.revert ? 'execution reverted' : haltText(frames, frame, haltReasonOf(reason));
}

/** The reason in go-ethereum's words: some of them name the instruction. */
function haltText(frames: FrameView, frame: Pointer, reason: HaltReason): string {
  switch (reason) {
    case 'invalid opcode':
      return `invalid opcode: ${tracedOpcode(frames.opcode(frame)).name}`;
    case 'stack underflow':
      return `stack underflow (${frames.stackSize(frame)} <=> ${tracedOpcode(frames.opcode(frame)).inputs})`;
    case 'stack overflow':
      return `stack limit reached ${frames.stackSize(frame)} (1023)`;
    default:
      return reason;
  }
}

/** A SELFDESTRUCT is traced as a frame of its own that transfers the whole balance. */
function traceSelfdestruct(
  { engine, memory, accounts, frames }: Dependencies,
  tracer: Tracer | undefined,
  frame: Pointer,
  beneficiary: Pointer,
): void {
  const account = frames.account(frame);
  const depth = frames.depth(frame) + 1;
  const value = memory.word(accounts.find(account) + engine.ACCOUNT_BALANCE.value);
  const to = accounts.addressOf(beneficiary);
  tracer?.onEnter?.({ kind: 'SELFDESTRUCT', depth, from: account, to, value, gas: 0n, input: emptyBytes });
  tracer?.onExit?.({ depth, gasUsed: 0n, output: emptyBytes });
}
