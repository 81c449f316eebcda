import type { ExitedFrame, HaltReason, Tracer } from '../../kernel/engine.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { haltReasonOf, signals } from '../instruction-set/enums.ts';
import { tracedOpcode } from '../tracing/traced-opcode.ts';
import type { AccountTable } from './account-table.ts';
import type { EngineExports, EngineImports, Pointer } from './engine-exports.ts';
import type { FrameView } from './frame-view.ts';
import type { LogList } from './log-list.ts';
import type { WasmMemory } from './wasm-memory.ts';

type Parts = {
  readonly engine: EngineExports;
  readonly memory: WasmMemory;
  readonly accounts: AccountTable;
  readonly frames: FrameView;
  readonly logs: LogList;
};

type Hooks = Pick<EngineImports, 'traceStep' | 'traceEnter' | 'traceExit' | 'traceLog' | 'traceSelfdestruct'>;

/** Turns the interpreter's trace calls into those of the tracer of the present run. */
export function createTraceHooks(parts: () => Parts, tracer: () => Tracer | undefined): Hooks {
  const gasAtEntry: bigint[] = [];
  return {
    traceStep: (frame, pc, opcode) => tracer()?.onStep?.(stepAt(parts(), frame, pc, opcode)),
    traceEnter: (frame) => {
      const { frames } = parts();
      gasAtEntry[frames.depth(frame)] = frames.gas(frame);
      tracer()?.onEnter?.(enteredFrame(frames, frame));
    },
    traceExit: (frame, signal, reason) => {
      const { frames } = parts();
      const depth = frames.depth(frame);
      const gasUsed = (gasAtEntry[depth] ?? 0n) - frames.gas(frame);
      const output = () => frames.output(frame);
      tracer()?.onExit?.(exitedFrame(depth, gasUsed, output, errorText(frames, frame, signal, reason)));
    },
    traceLog: (log, depth) => tracer()?.onLog?.(parts().logs.at(log), depth),
    traceSelfdestruct: (frame, beneficiary) => traceSelfdestruct(parts(), tracer(), frame, beneficiary),
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

/** The output is copied when somebody reads it. */
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

function stepAt({ engine, frames }: Parts, frame: Pointer, pc: number, opcode: number) {
  return {
    pc,
    opcode,
    depth: frames.depth(frame),
    address: frames.account(frame),
    gas: frames.gas(frame),
    refund: engine.refund.value,
    memorySize: frames.memorySize(frame),
    memory: () => frames.memory(frame),
    stack: () => frames.stack(frame),
    returnData: () => frames.returnData(frame),
  };
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

/** A SELFDESTRUCT shows as a frame of its own that gives the whole balance away. */
function traceSelfdestruct(
  { engine, memory, accounts, frames }: Parts,
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
