import type { EnteredFrame, Step } from '../../kernel/engine.ts';
import { toHex } from '../../primitives/hex.ts';
import { opcodeAt } from '../instruction-set/opcodes.ts';
import { addressFromTop, memoryRange } from './step-operands.ts';
import type { Trace, TraceSubject } from './trace.ts';
import { recordedBytes } from './trace-meter.ts';

const selectorLength = 4;

/** Where calls have the offset of their input on the stack, counted from the top; the length is behind it. */
const inputOffset: Readonly<Record<string, number>> = { CALL: 3, CALLCODE: 3, DELEGATECALL: 2, STATICCALL: 2 };

/**
 * 4byteTracerLegacy: 4byteTracer as it was in JavaScript. It counts the instructions that call, also those that fail,
 * and the input of the transaction.
 */
export function createSelectorTrace({ natives, meter }: Pick<TraceSubject, 'natives' | 'meter'>): Trace {
  const counts = new Map<string, number>();
  const add = (input: Uint8Array) => {
    if (input.length < selectorLength) return;
    meter.charge(recordedBytes.stackItem + input.length);
    const key = `${toHex(input.subarray(0, selectorLength))}-${input.length - selectorLength}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  const onEnter = ({ depth, input, kind }: EnteredFrame) => {
    if (depth > 0) return;
    counts.clear(); // the engine may execute the message again
    if (kind === 'CALL' || kind === 'CREATE') add(input);
  };
  const onStep = (step: Step) => {
    const at = inputOffset[opcodeAt(step.opcode)?.name ?? ''];
    if (at === undefined || natives.at(addressFromTop(step, 1))?.stateful === false) return;
    const input = memoryRange(step, at, at + 1);
    if (input !== undefined) add(input);
  };
  return { tracer: { onEnter, onStep }, result: () => Object.fromEntries(counts) };
}
