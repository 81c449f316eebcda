import type { CallFrame } from '../node/types.ts';

/** An instruction of a trace, as far as it is needed here. */
export type TraceStep = { readonly pc: number; readonly op: string; readonly depth: number; readonly error?: string };

export type TracePlaces = {
  /** the call whose code each step belongs to */
  readonly frames: readonly CallFrame[];
  /** the caller of a call, and the program counter there */
  readonly calledAt: ReadonlyMap<CallFrame, { readonly caller: CallFrame; readonly pc: number }>;
  /** program counter of the last instruction of a call */
  readonly endedAt: ReadonlyMap<CallFrame, number>;
};

const callOps = new Set(['CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL', 'CREATE', 'CREATE2']);

/**
 * Joins the two traces of a transaction: the tree of calls and the list of instructions. Both are in order, so the nth
 * instruction that calls made the nth call. Undefined when they do not fit each other.
 */
export function tracePlaces(root: CallFrame, steps: readonly TraceStep[]): TracePlaces | undefined {
  const parents = new Map<CallFrame, CallFrame>();
  const order = [...below(root, parents)];
  const frames: CallFrame[] = [];
  const calledAt = new Map<CallFrame, { caller: CallFrame; pc: number }>();
  const endedAt = new Map<CallFrame, number>();
  const stack = [root];
  let next = 0;
  for (const [index, { pc, op, depth, error }] of steps.entries()) {
    stack.length = Math.min(stack.length, depth);
    const current = stack[depth - 1];
    if (current === undefined) return undefined;
    frames.push(current);
    endedAt.set(current, pc);
    if (!callOps.has(op) || error !== undefined) continue;
    const called = order[next++];
    if (called === undefined || parents.get(called) !== current) return undefined;
    calledAt.set(called, { caller: current, pc });
    if (steps[index + 1]?.depth === depth + 1) stack.push(called);
  }
  return next === order.length ? { frames, calledAt, endedAt } : undefined;
}

/** The calls within a call, in the order they were made. */
function* below(frame: CallFrame, parents: Map<CallFrame, CallFrame>): Generator<CallFrame> {
  for (const call of frame.calls ?? []) {
    if (call.type === 'SELFDESTRUCT') continue;
    parents.set(call, frame);
    yield call;
    yield* below(call, parents);
  }
}
