import { type CallFrame, CallRecorder, isCreation } from '../../evm/tracing/call-recorder.ts';
import type { Trace, TraceSubject, TraceValue } from '../../evm/tracing/trace.ts';
import type { NativeContracts } from '../../kernel/engine.ts';
import { toHex } from '../../primitives/hex.ts';
import { quantity } from '../../primitives/quantity.ts';

/** What Otterscan shows of the calls of a transaction. */
export type FrameView = 'entries' | 'operations' | 'error' | 'creations';

/** Records the calls of a transaction, and derives this from them. */
export function createFrameTrace(view: FrameView, subject: TraceSubject): Trace {
  const recorder = new CallRecorder(subject.meter);
  const show = { entries, operations, error, creations }[view];
  return { tracer: recorder, result: () => show(recorder.root, subject.natives) };
}

const operationTypes = { CALL: 0, SELFDESTRUCT: 1, CREATE: 2, CREATE2: 3 } as const;

/** All calls, the outermost first, each with its depth; those of precompiles are left out. */
function entries(root: CallFrame, natives: NativeContracts): TraceValue {
  const shown: TraceValue[] = [];
  const add = (frame: CallFrame, depth: number) => {
    if (depth > 0 && natives.at(frame.to)?.stateful === false) return;
    const { kind, from, to, value, input, exit } = frame;
    const hasValue = kind !== 'STATICCALL' && kind !== 'DELEGATECALL';
    shown.push({
      type: kind,
      depth,
      from,
      to,
      value: hasValue ? quantity(value) : null,
      input: toHex(input),
      output: toHex(exit.output),
    });
    for (const call of frame.calls) add(call, depth + 1);
  };
  add(root, 0);
  return shown;
}

/** Transfers, creations and self-destructs inside the transaction that were not undone. */
function operations(root: CallFrame): TraceValue {
  const shown: TraceValue[] = [];
  for (const frame of innerFrames(root)) {
    const { kind, from, to, value } = frame;
    if (kind === 'STATICCALL' || kind === 'DELEGATECALL' || kind === 'CALLCODE') continue;
    if (kind === 'CALL' && value === 0n) continue;
    shown.push({ type: operationTypes[kind], from, to, value: quantity(value) });
  }
  return shown;
}

/** What a failed transaction returned; `0x` for one that succeeded. */
function error({ exit }: CallFrame): TraceValue {
  return exit.error === undefined ? '0x' : toHex(exit.output);
}

/** Contracts that were created, each with its creator. */
function creations(root: CallFrame): TraceValue {
  const all = root.exit.error === undefined ? [root, ...innerFrames(root)] : [];
  return all.filter(isCreation).map(({ from, to }) => ({ creator: from, contract: to }));
}

/** The frames inside one, in order; those that failed are left out with all inside them. */
function* innerFrames(frame: CallFrame): Iterable<CallFrame> {
  if (frame.exit.error !== undefined) return;
  for (const call of frame.calls) {
    if (call.exit.error !== undefined) continue;
    yield call;
    yield* innerFrames(call);
  }
}
