import type { InnerCall, NestedResult } from '../../kernel/engine.ts';
import { refusedInnerCall } from '../../kernel/inner-call.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { haltReasonOf, signals } from '../instruction-set/enums.ts';
import type { AccountTable } from './account-table.ts';
import type { EngineExports, Pointer } from './engine-exports.ts';
import type { FrameView } from './frame-view.ts';
import type { Run } from './run.ts';
import type { WasmMemory } from './wasm-memory.ts';

type Dependencies = {
  readonly engine: EngineExports;
  readonly memory: WasmMemory;
  readonly accounts: AccountTable;
  readonly frames: FrameView;
  readonly run: Run;
  /** Writes everything that changed to the state. */
  flush(): void;
};

/**
 * Runs a message for the module that a frame calls, as a frame of the same transaction: a contract that is already on
 * the call stack meets its own transient storage, and an EIP-6780 deletion, a refund or a revert means the same as
 * without the module in between. The module may have changed the state before, and sees what the message changed.
 */
export function runInner(instance: Dependencies, parent: Pointer, call: InnerCall): NestedResult {
  const { engine, memory, accounts, frames, run } = instance;
  const { from, to, value, data, gas } = call;
  const refused = refusedInnerCall(run.block, run.state, run.innerRuns + (run.options.nesting ?? 0), call);
  if (refused !== undefined) {
    if (refused.isTooDeep) run.tooDeep++;
    return { ...refused, sent: 0n };
  }
  engine.invalidateValues();
  const start = frames.memoryStart(parent);
  engine.reserveMemory(BigInt(start + data.length));
  memory.write(start, data);
  memory.setWord(engine.MESSAGE_VALUE.value, value);
  const caller = accounts.find(from);
  const target = to === undefined ? 0 : accounts.find(to);
  const [starvedBefore, tooDeepBefore] = [engine.starvedFrames.value, run.tooDeep];
  const [journalStart, snapshot] = [engine.journalEnd.value, run.state.snapshot()];
  run.innerRuns++;
  const signal = engine.runInner(parent, caller, target, gas, data.length);
  run.innerRuns--;
  const child = engine.frameAt(frames.depth(parent) + 1);
  const isSuccess = signal === signals.success;
  const isEnded = isSuccess || signal === signals.revert;
  const output = isEnded ? frames.output(child) : emptyBytes;
  const gasUsed = isEnded ? gas - frames.gas(child) : gas;
  instance.flush();
  engine.sumDebits(caller, journalStart);
  const failure = isSuccess ? undefined : isEnded ? 'revert' : haltReasonOf(engine.haltReason.value);
  return {
    failure,
    output,
    gasUsed,
    sent: memory.word(engine.SCRATCH.value) + run.state.debitsSince(snapshot, from),
    isStarved: engine.starvedFrames.value !== starvedBefore,
    isTooDeep: run.tooDeep !== tooDeepBefore,
    isRefused: signal === signals.rejected,
  };
}
