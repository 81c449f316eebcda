/** An instruction of a trace, as far as it is needed here. */
export type TraceStep = { readonly pc: number; readonly op: string; readonly depth: number; readonly error?: string };

/** A call in a tree of calls, as callTracer makes it. */
export type TracedCall<Frame> = { readonly type: string; readonly calls?: readonly Frame[] };

export type TracePlaces<Frame> = {
  /** the call whose code each step belongs to */
  readonly frames: readonly Frame[];
  /** the caller of a call, and the program counter there */
  readonly calledAt: ReadonlyMap<Frame, { readonly caller: Frame; readonly pc: number }>;
  /** program counters at which a call may have ended, the most likely first: that with a known place is the one to show */
  readonly endedAt: ReadonlyMap<Frame, readonly number[]>;
};

const callOps = new Set(['CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL', 'CREATE', 'CREATE2']);

/**
 * Joins the two traces of a transaction: the tree of calls and the list of instructions. Both are in order, so the nth
 * instruction that calls made the nth call. Undefined when they do not fit each other.
 */
export function tracePlaces<Frame extends TracedCall<Frame>>(
  root: Frame,
  steps: readonly TraceStep[],
): TracePlaces<Frame> | undefined {
  const parents = new Map<Frame, Frame>();
  const order = [...below(root, parents)];
  const frames: Frame[] = [];
  const calledAt = new Map<Frame, { caller: Frame; pc: number }>();
  const lastSteps = new Map<Frame, number>();
  const stack = [root];
  let next = 0;
  for (const [index, { pc, op, depth, error }] of steps.entries()) {
    stack.length = Math.min(stack.length, depth);
    const current = stack[depth - 1];
    if (current === undefined) return undefined;
    frames.push(current);
    lastSteps.set(current, index);
    if (!callOps.has(op) || error !== undefined) continue;
    const called = order[next++];
    if (called === undefined || parents.get(called) !== current) return undefined;
    calledAt.set(called, { caller: current, pc });
    if (steps[index + 1]?.depth === depth + 1) stack.push(called);
  }
  if (next !== order.length) return undefined;
  const endedAt = new Map([...lastSteps].map(([frame, last]) => [frame, endings(steps, frames, last)]));
  return { frames, calledAt, endedAt };
}

/** Most instructions of a revert that several places of a contract share. */
const maxShared = 12;
/** Instructions before it that are looked at: those of generated code have no place. */
const maxBefore = 200;

/**
 * Where the call of a step ended. An optimizing compiler keeps the end of equal reverts once, with the place of one of
 * them: what jumped there says more.
 */
function endings<Frame>(steps: readonly TraceStep[], frames: readonly Frame[], last: number): readonly number[] {
  const lastPc = steps[last]?.pc ?? 0;
  const start = startOfRevert(steps, last);
  if (start === undefined || steps[start - 1]?.op !== 'JUMP' || frames[start - 1] !== frames[last]) return [lastPc];
  const before: number[] = [];
  for (let at = start - 1; at >= start - maxBefore && frames[at] === frames[last]; at--) {
    const pc = steps[at]?.pc;
    if (pc !== undefined) before.push(pc);
  }
  return [...before, lastPc];
}

function startOfRevert(steps: readonly TraceStep[], last: number): number | undefined {
  if (steps[last]?.op !== 'REVERT') return undefined;
  for (let at = last; at > last - maxShared; at--) if (steps[at]?.op === 'JUMPDEST') return at;
  return undefined;
}

/** The calls within a call, in the order they were made. */
function* below<Frame extends TracedCall<Frame>>(frame: Frame, parents: Map<Frame, Frame>): Generator<Frame> {
  for (const call of frame.calls ?? []) {
    if (call.type === 'SELFDESTRUCT') continue;
    parents.set(call, frame);
    yield call;
    yield* below(call, parents);
  }
}
