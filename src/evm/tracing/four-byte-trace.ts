import type { EnteredFrame } from '../../kernel/engine.ts';
import { toHex } from '../../primitives/hex.ts';
import type { Trace, TraceSubject } from './trace.ts';

const selectorLength = 4;
const calls: ReadonlySet<string> = new Set(['CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL']);

/** 4byteTracer: how often each function was called, by `selector-length of the arguments`. Precompiles do not count. */
export function createFourByteTrace({ natives, meter }: Pick<TraceSubject, 'natives' | 'meter'>): Trace {
  const counts = new Map<string, number>();
  const onEnter = ({ kind, depth, to, input }: EnteredFrame) => {
    if (depth === 0) counts.clear(); // the engine may execute the message again
    if (!calls.has(kind)) return;
    meter.charge(input.length); // the input is not stored, but it is copied
    if (input.length < selectorLength || natives.at(to)?.stateful === false) return;
    const key = `${toHex(input.subarray(0, selectorLength))}-${input.length - selectorLength}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  return { tracer: { onEnter }, result: () => Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))) };
}
