import type { EnteredFrame, Step } from '../../kernel/engine.ts';
import { appendAll } from '../../primitives/append-all.ts';
import { opcodeAt } from '../instruction-set/opcodes.ts';
import { StepForecast } from './step-forecast.ts';
import { memoryRange } from './step-operands.ts';
import type { Trace, TraceSubject, TraceValue } from './trace.ts';
import { recordedBytes, type TraceMeter } from './trace-meter.ts';

/** An instruction; one that calls contains those of the frame that it calls. */
type Entry = Record<string, TraceValue> & { readonly result: string[] };
type Frame = { readonly ops: Entry[]; readonly entry: Record<string, TraceValue> };

/** What instructions that call show besides; places on the stack are counted from the top. */
const calls: Readonly<Record<string, { readonly input: number; readonly hasValue: boolean }>> = {
  CALL: { input: 3, hasValue: true },
  CALLCODE: { input: 3, hasValue: true },
  DELEGATECALL: { input: 2, hasValue: false },
  STATICCALL: { input: 2, hasValue: false },
};

/** Instructions of later forks than Byzantium, and DELEGATECALL: go-ethereum shows no results of theirs. */
const withoutResults: ReadonlySet<string> = new Set([
  ...['SHL', 'SHR', 'SAR', 'CLZ', 'RETURNDATASIZE', 'EXTCODEHASH', 'CHAINID', 'SELFBALANCE', 'BASEFEE', 'BLOBHASH'],
  ...['BLOBBASEFEE', 'TLOAD', 'PUSH0', 'CREATE2', 'DELEGATECALL', 'STATICCALL'],
]);
/** Recorded bytes for each byte of input and output: a member with its index. */
const bytesPerByte = 64;

/** evmdisTracer: the instructions with their results, nested by calls, for the disassembler evmdis. */
export function createDisassemblyTrace({ meter }: Pick<TraceSubject, 'meter'>): Trace {
  const forecast = new StepForecast(() => meter.charge(recordedBytes.stackItem));
  let recorder = new Disassembly(meter);
  let index = 0;
  return {
    firstRun: forecast,
    tracer: {
      onEnter: ({ depth }: EnteredFrame) => {
        if (depth > 0) return;
        recorder = new Disassembly(meter); // the engine may execute the message again
        index = 0;
      },
      onStep: (step) => recorder.add(step, forecast.failureBefore(index++)),
    },
    result: () => recorder.ops,
  };
}

class Disassembly {
  readonly ops: Entry[] = [];
  readonly #meter: TraceMeter;
  #open: Frame[] = [{ ops: this.ops, entry: {} }];

  constructor(meter: TraceMeter) {
    this.#meter = meter;
  }

  add(step: Step, error: string | undefined): void {
    const frame = this.#open.at(-1);
    const depth = step.depth + 1;
    if (frame === undefined) return;
    if (error !== undefined) frame.entry.error = error;
    else if (depth !== this.#open.length) this.#open = this.#open.slice(0, depth);
    else this.#append(frame, step, depth);
  }

  #append(frame: Frame, step: Step, depth: number): void {
    const { opcode: number } = step;
    const name = opcodeAt(number)?.name ?? '';
    const stack = step.stack();
    this.#meter.charge(recordedBytes.step);
    const last = frame.ops.at(-1);
    if (typeof last?.op === 'number') appendAll(last.result, resultsOf(last.op, stack));
    const entry: Entry = { op: number, depth, result: [] };
    const call = calls[name];
    if (call !== undefined) this.#open.push(this.#call(entry, step, name, call));
    if (name === 'RETURN' || name === 'REVERT') frame.entry.return = this.#bytes(step, 0);
    if (name === 'STOP' || name === 'SELFDESTRUCT') frame.entry.return = {};
    if (name === 'JUMPDEST') entry.pc = step.pc;
    if (number >= 0x5f && number <= 0x7f) entry.len = number - 0x5e;
    frame.ops.push(entry);
  }

  #call(entry: Entry, step: Step, name: string, { input, hasValue }: { input: number; hasValue: boolean }): Frame {
    const stack = step.stack();
    const item = (fromTop: number) => stack.at(-1 - fromTop) ?? 0n;
    const ops: Entry[] = [];
    if (hasValue) entry.value = item(2).toString();
    else entry.op = name;
    entry.gas = Number(item(0));
    entry.to = item(1).toString(16);
    entry.input = this.#bytes(step, input);
    entry.error = null;
    entry.return = null;
    entry.ops = ops;
    return { ops, entry };
  }

  /** Bytes as JavaScript writes an array of them: members with an index as their name. */
  #bytes(step: Step, offsetAt: number): TraceValue {
    const bytes = memoryRange(step, offsetAt, offsetAt + 1) ?? new Uint8Array(0);
    this.#meter.charge(bytesPerByte * bytes.length);
    return Object.fromEntries(bytes.entries());
  }
}

/** What an instruction has left on top of the stack; all that DUP and SWAP have moved. */
function resultsOf(number: number, stack: readonly bigint[]): readonly string[] {
  const opcode = opcodeAt(number);
  if (opcode === undefined || withoutResults.has(opcode.name)) return [];
  return stack
    .slice(stack.length - Math.min(opcode.outputs, stack.length))
    .reverse()
    .map((word) => word.toString(16));
}
