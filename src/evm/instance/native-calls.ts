import type { Log, ModuleContract, NativeCall, NativeResult } from '../../kernel/engine.ts';
import { runInnerCall } from '../../kernel/inner-call.ts';
import { haltNumber, signals } from '../instruction-set/enums.ts';
import type { EngineExports, Pointer } from './engine-exports.ts';
import { ExhaustedError } from './exhausted-error.ts';
import type { FrameView } from './frame-view.ts';
import type { LogList } from './log-list.ts';
import type { Run } from './run.ts';

type Parts = {
  readonly engine: EngineExports;
  readonly frames: FrameView;
  readonly logs: LogList;
  readonly run: Run;
  /** Writes everything that changed to the state. */
  flush(): void;
};

/**
 * Runs the native contract behind a frame and settles gas and output. Returns how the frame ended. Its gas is taken
 * before anything else is done, and its input is lent, not copied: a call that cannot pay costs next to nothing.
 */
export function callNative(parts: Parts, frame: Pointer, contract: Pointer): number {
  const { engine, frames, run } = parts;
  const native = run.options.natives.at(frames.target(frame));
  if (native === undefined) throw new RangeError(`no native contract at ${frames.target(frame)}`);
  const input = frames.inputView(frame);
  const gas = frames.gas(frame) - native.gas(input);
  if (gas < 0n) return halt(engine, 'out of gas');
  if (native.stateful)
    return settle(parts, frame, gas, callModule(parts, native, toCall(parts, frame, contract, input, gas)));
  const output = native.run(input);
  return output === undefined ? halt(engine, 'precompile failure') : end(parts, frame, gas, output);
}

function toCall(
  { run, frames, logs }: Parts,
  frame: Pointer,
  contract: Pointer,
  input: Uint8Array,
  gas: bigint,
): NativeCall {
  const { engine, block, state, options, message } = run;
  const emit = (log: Log) => logs.appendNativeLog(contract, log);
  return {
    block,
    origin: message.origin,
    caller: frames.caller(frame),
    self: frames.account(frame),
    value: frames.value(frame),
    input,
    gas,
    isStatic: frames.isStatic(frame),
    depth: frames.depth(frame),
    state,
    emit,
    // in another machine: the memory of this one, where the input lies, stays as it is
    callEvm: (call) => runInnerCall({ ...message, run: engine.run, block, state, options, emit }, call),
  };
}

/** A module works on the state itself: it must see all changes so far, and a revert must undo what it does. */
function callModule(parts: Parts, native: ModuleContract, call: NativeCall): NativeResult {
  const { engine, run } = parts;
  run.takeSnapshot();
  parts.flush();
  engine.journalModuleCall(run.state.snapshot());
  const { version } = run.state;
  const result = native.run(call);
  if (run.state.version !== version) engine.invalidateValues();
  return result;
}

/** `gas`: what the module was given */
function settle(parts: Parts, frame: Pointer, gas: bigint, result: NativeResult): number {
  if (result.status === 'failure') return halt(parts.engine, 'precompile failure');
  if (result.status === 'out of gas' || result.gasUsed > gas) return halt(parts.engine, 'out of gas');
  const signal = end(parts, frame, gas - result.gasUsed, result.output);
  return result.status === 'revert' ? signals.revert : signal;
}

/** `gas`: what is left */
function end({ engine, frames }: Parts, frame: Pointer, gas: bigint, output: Uint8Array): number {
  if (output.length > engine.RETURN_DATA_END.value - engine.RETURN_DATA.value) {
    throw new ExhaustedError('the output of a native contract is too long');
  }
  frames.setGas(frame, gas);
  frames.setOutput(frame, output);
  return signals.success;
}

function halt(engine: EngineExports, reason: 'precompile failure' | 'out of gas'): number {
  engine.halt(haltNumber(reason));
  return signals.halt;
}
