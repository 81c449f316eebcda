import type { Log, NativeCall, NativeContract, NativeResult } from '../../kernel/engine.ts';
import { runInnerCall } from '../../kernel/inner-call.ts';
import type { EngineExports, Pointer } from './engine-exports.ts';
import type { FrameView } from './frame-view.ts';
import { haltNumber } from './halt-reasons.ts';
import { ExhaustedError } from './limits.ts';
import type { LogList } from './log-list.ts';
import type { Run } from './run.ts';
import { signals } from './signals.ts';

type Parts = {
  readonly engine: EngineExports;
  readonly frames: FrameView;
  readonly logs: LogList;
  readonly run: Run;
  /** Writes everything that changed to the state. */
  flush(): void;
};

/** Runs the native contract behind a frame and settles gas and output. Returns how the frame ended. */
export function callNative(parts: Parts, frame: Pointer, contract: Pointer): number {
  const { run, frames } = parts;
  const native = run.options.natives.at(frames.target(frame));
  if (native === undefined) throw new RangeError(`no native contract at ${frames.target(frame)}`);
  const call = toCall(parts, frame, contract);
  const result = native.stateful ? callModule(parts, native, call) : native.run(call);
  return settle(parts, frame, call.gas, result);
}

function toCall({ run, frames, logs }: Parts, frame: Pointer, contract: Pointer): NativeCall {
  const { engine, block, state, options, message } = run;
  const emit = (log: Log) => logs.addNative(contract, log);
  return {
    block,
    origin: message.origin,
    caller: frames.caller(frame),
    self: frames.account(frame),
    value: frames.value(frame),
    input: frames.input(frame),
    gas: frames.gas(frame),
    isStatic: frames.isStatic(frame),
    depth: frames.depth(frame),
    state,
    emit,
    callEvm: (call) => runInnerCall({ ...message, run: engine.run, block, state, options, emit }, call),
  };
}

/** A module works on the state itself: it must see all changes so far, and a revert must undo what it does. */
function callModule(parts: Parts, native: NativeContract, call: NativeCall): NativeResult {
  const { engine, run } = parts;
  run.protect();
  parts.flush();
  engine.journalModuleCall(run.state.snapshot());
  const { version } = run.state;
  const result = native.run(call);
  if (run.state.version !== version) engine.invalidateValues();
  return result;
}

function settle({ engine, frames }: Parts, frame: Pointer, gas: bigint, result: NativeResult): number {
  if (result.status === 'failure') return fail(engine, 'precompile failure');
  if (result.gasUsed > gas) return fail(engine, 'out of gas');
  if (result.output.length > engine.RETURN_DATA_END.value - engine.RETURN_DATA.value) {
    throw new ExhaustedError('the output of a native contract is too long');
  }
  frames.setGas(frame, gas - result.gasUsed);
  frames.setOutput(frame, result.output);
  return result.status === 'revert' ? signals.revert : signals.success;
}

function fail(engine: EngineExports, reason: 'precompile failure' | 'out of gas'): number {
  engine.halt(haltNumber(reason));
  return signals.halt;
}
