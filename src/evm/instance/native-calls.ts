import {
  ExecutionStoppedError,
  type Log,
  type ModuleContract,
  type NativeCall,
  type NativeResult,
  type RunOptions,
} from '../../kernel/engine.ts';
import { haltNumber, signals } from '../instruction-set/enums.ts';
import type { AccountTable } from './account-table.ts';
import type { EngineExports, Pointer } from './engine-exports.ts';
import { ExhaustedError } from './exhausted-error.ts';
import type { FrameView } from './frame-view.ts';
import { runInner } from './inner-run.ts';
import type { LogList } from './log-list.ts';
import type { Run } from './run.ts';
import type { WasmMemory } from './wasm-memory.ts';

type Dependencies = {
  readonly engine: EngineExports;
  readonly memory: WasmMemory;
  readonly accounts: AccountTable;
  readonly frames: FrameView;
  readonly logs: LogList;
  readonly run: Run;
  /** Writes everything that changed to the state. */
  flush(): void;
};

/**
 * Executes the native contract that a frame calls and sets the frame's gas and output. Returns the signal with which
 * the frame ends. The gas is charged first, and the input is not copied: a call that cannot pay takes almost no time.
 */
export function callNative(instance: Dependencies, frame: Pointer, contract: Pointer): number {
  const { engine, frames, run } = instance;
  const native = run.options.natives.at(frames.target(frame));
  if (native === undefined) throw new RangeError(`no native contract at ${frames.target(frame)}`);
  const input = frames.inputView(frame);
  const price = native.gas(input);
  const gas = frames.gas(frame) - price;
  if (gas < 0n) return halt(engine, 'out of gas');
  const { maxNativeGas } = run.options;
  if (maxNativeGas !== undefined && (native.stateful ? price : (5n * price) / 2n) > maxNativeGas)
    throw new ExecutionStoppedError('a long native call');
  if (native.stateful)
    return settle(instance, frame, gas, callModule(instance, native, toCall(instance, frame, contract, input, gas)));
  const output = native.run(input);
  return output === undefined ? halt(engine, 'precompile failure') : end(instance, frame, gas, output);
}

function toCall(instance: Dependencies, frame: Pointer, contract: Pointer, input: Uint8Array, gas: bigint): NativeCall {
  const { run, frames, logs } = instance;
  const { block, state, options, message } = run;
  const depth = frames.depth(frame);
  const emit = (log: Log) => {
    logs.appendNativeLog(contract, log);
    options.tracer?.onLog?.(log, depth);
  };
  const caller = frames.caller(frame);
  return {
    block,
    origin: message.origin,
    caller,
    isHybrid: message.isHybrid === true && caller === message.origin,
    self: frames.account(frame),
    value: frames.value(frame),
    input,
    gas,
    isStatic: frames.isStatic(frame),
    depth,
    state,
    emit,
    beginWork: workOf(options),
    callEvm: (call) => runInner(instance, frame, call),
  };
}

/** Gas of work inside of a native call between two questions whether to stop: about a millisecond. */
const gasPerQuestion = 100_000n;

/** The `beginWork` of a call. */
function workOf({ shouldStop, maxNativeGas }: RunOptions): NativeCall['beginWork'] {
  let unasked = 0n;
  return (gas) => {
    if (maxNativeGas !== undefined && gas > maxNativeGas) throw new ExecutionStoppedError('long work of a module');
    unasked += gas;
    if (unasked < gasPerQuestion) return;
    unasked = 0n;
    if (shouldStop?.() === true) throw new ExecutionStoppedError('execution stopped');
  };
}

/** A module works on the state itself: it must see all changes so far, and a revert must undo its changes. */
function callModule(instance: Dependencies, native: ModuleContract, call: NativeCall): NativeResult {
  const { engine, run } = instance;
  run.takeSnapshot();
  instance.flush();
  engine.journalModuleCall(run.state.snapshot());
  const { version } = run.state;
  const result = native.run(call);
  if (run.state.version !== version) engine.invalidateValues();
  return result;
}

/** @param gas available to the module */
function settle(instance: Dependencies, frame: Pointer, gas: bigint, result: NativeResult): number {
  if (result.status === 'failure') return halt(instance.engine, 'precompile failure');
  if (result.status === 'out of gas' || result.gasUsed > gas) return halt(instance.engine, 'out of gas');
  const signal = end(instance, frame, gas - result.gasUsed, result.output);
  return result.status === 'revert' ? signals.revert : signal;
}

/** @param gas left after the call */
function end({ engine, frames }: Dependencies, frame: Pointer, gas: bigint, output: Uint8Array): number {
  if (output.length > engine.RETURN_DATA_END.value - engine.RETURN_DATA.value) {
    throw new ExhaustedError();
  }
  frames.setGas(frame, gas);
  frames.setOutput(frame, output);
  return signals.success;
}

function halt(engine: EngineExports, reason: 'precompile failure' | 'out of gas'): number {
  engine.halt(haltNumber(reason));
  return signals.halt;
}
