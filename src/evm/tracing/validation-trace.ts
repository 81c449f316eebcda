import type { EnteredFrame, ExitedFrame, Step } from '../../kernel/engine.ts';
import type { Address } from '../../primitives/address.ts';
import { bytesToBigint, emptyBytes } from '../../primitives/bytes.ts';
import { type Hash, hashFromNumber } from '../../primitives/hash.ts';
import { type Hex, toHex } from '../../primitives/hex.ts';
import { quantity } from '../../primitives/quantity.ts';
import { opcodeNamed } from '../instruction-set/opcodes.ts';
import { type CallFrame, CallRecorder } from './call-recorder.ts';
import { callJson } from './call-trace.ts';
import { addressFromTop, memoryRange, wordFromTop } from './step-operands.ts';
import type { Trace, TraceSubject, TraceValue } from './trace.ts';
import { recordedBytes, type TraceMeter } from './trace-meter.ts';

/** `tracerConfig` of erc7562Tracer. */
export type ValidationTraceOptions = {
  readonly withLog?: boolean;
  /** numbers of opcodes that are not counted; undefined for arithmetic, PUSH, DUP and SWAP */
  readonly ignoredOpcodes?: readonly number[] | undefined;
};

/** As go-ethereum has them: SWAP16 is not one of them. */
const plainOpcodes: ReadonlySet<number> = new Set([
  ...Array.from({ length: 0x9f - 0x5f }, (_, index) => 0x5f + index),
  ...[0x01, 0x02, 0x03, 0x04, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x19, 0x1b, 0x1c, 0x50],
]);
const [gas, keccak256, isZero, extCodeSize] = numbersOf('GAS', 'KECCAK256', 'ISZERO', 'EXTCODESIZE');
const slotOpcodes = numbersOf('SLOAD', 'SSTORE', 'TLOAD', 'TSTORE');
const [sload, sstore, tload, tstore] = slotOpcodes;
const codeReads = numbersOf('EXTCODESIZE', 'EXTCODECOPY', 'EXTCODEHASH');
const calls = numbersOf('CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL');
const ends = numbersOf('RETURN', 'REVERT');
const outOfGas = /^(?:out of gas|contract creation code storage out of gas)/;
/** Two characters for each byte, and the byte itself. */
const bytesPerByte = 3;

/** What the instructions of one frame did, without the frames inside it. */
type Observed = {
  /** values before the frame wrote them */
  readonly reads: Map<Hash, Hash>;
  readonly writes: Map<Hash, number>;
  readonly transientReads: Map<Hash, number>;
  readonly transientWrites: Map<Hash, number>;
  readonly codeReads: Address[];
  readonly opcodes: Map<number, number>;
  /** bytes of the code of what was called or read, and the first opcode that did so */
  readonly sizes: Map<Address, { readonly contractSize: number; readonly opcode: number }>;
  isOutOfGas: boolean;
};

/**
 * erc7562Tracer: the tree of calls, with what a bundler needs to check the rules for validation (ERC-7562): opcodes,
 * slots and contracts of each frame, and what was hashed. Members as go-ethereum has them.
 */
export function createValidationTrace(
  options: ValidationTraceOptions,
  subject: Pick<TraceSubject, 'gasLimit' | 'meter'>,
): Trace {
  const recorder = new CallRecorder(subject.meter);
  const observer = new ValidationObserver(options, subject.meter);
  return {
    tracer: {
      onEnter: (frame) => {
        recorder.onEnter(frame);
        observer.onEnter(frame, recorder.open);
      },
      onStep: (step) => observer.onStep(step),
      onExit: (exit) => {
        recorder.onExit(exit);
        observer.onExit(exit);
      },
      onLog: (log) => recorder.onLog(log),
    },
    result: ({ gasUsed }) => {
      const { root } = recorder;
      const whole = { ...root, gas: subject.gasLimit, exit: { ...root.exit, gasUsed } };
      const trace = callJson(whole, options, (frame) => observer.members(frame));
      return { ...trace, keccak: observer.preimages.length === 0 ? undefined : observer.preimages };
    },
  };
}

class ValidationObserver {
  readonly #ignored: ReadonlySet<number>;
  readonly #meter: TraceMeter;
  /** Keyed by the list of calls inside a frame, which identifies the frame. */
  #frames = new Map<readonly CallFrame[], Observed>();
  #open: Observed[] = [];
  /** the instruction before, in any frame; undefined after the end of a frame by RETURN or REVERT */
  #last: { readonly opcode: number; readonly operand: Address | undefined } | undefined;
  #preimages = new Set<Hex>();

  constructor({ ignoredOpcodes }: ValidationTraceOptions, meter: TraceMeter) {
    this.#ignored = ignoredOpcodes === undefined ? plainOpcodes : new Set(ignoredOpcodes);
    this.#meter = meter;
  }

  get preimages(): readonly Hex[] {
    return [...this.#preimages].sort();
  }

  onEnter({ depth }: EnteredFrame, recorded: CallFrame): void {
    if (depth === 0) this.#restart(); // the engine may execute the message again
    const observed = emptyObservation();
    this.#frames.set(recorded.calls, observed);
    this.#open.push(observed);
  }

  #restart(): void {
    this.#frames = new Map();
    this.#open = [];
    this.#last = undefined;
    this.#preimages = new Set();
  }

  onExit({ depth, error }: ExitedFrame): void {
    const observed = this.#open.pop();
    // go-ethereum says it of inner frames only
    if (observed !== undefined && depth > 0 && error !== undefined && outOfGas.test(error)) observed.isOutOfGas = true;
  }

  onStep(step: Step): void {
    const frame = this.#open.at(-1);
    if (frame === undefined) return;
    const { opcode } = step;
    if (ends.includes(opcode)) this.#last = undefined;
    this.#noteCodeRead(frame, opcode);
    this.#noteSize(frame, step);
    if (this.#last?.opcode === gas && !calls.includes(opcode)) this.#count(frame.opcodes, gas);
    if (opcode !== gas && !this.#ignored.has(opcode)) this.#count(frame.opcodes, opcode);
    this.#noteSlot(frame, step);
    if (opcode === keccak256) this.#notePreimage(step);
    this.#last = { opcode, operand: codeReads.includes(opcode) ? addressFromTop(step, 0) : undefined };
  }

  /** Unless the code was only checked for being there: EXTCODESIZE ISZERO. */
  #noteCodeRead(frame: Observed, opcode: number): void {
    const { opcode: before, operand } = this.#last ?? {};
    if (operand === undefined || (before === extCodeSize && opcode === isZero)) return;
    this.#meter.charge(recordedBytes.stackItem);
    frame.codeReads.push(operand);
  }

  #noteSize({ sizes }: Observed, step: Step): void {
    const { opcode } = step;
    if (!codeReads.includes(opcode) && !calls.includes(opcode)) return;
    const address = addressFromTop(step, calls.includes(opcode) ? 1 : 0);
    if (sizes.has(address)) return;
    this.#meter.charge(recordedBytes.stackItem);
    const account = step.state.account(address);
    sizes.set(address, { contractSize: account === undefined ? 0 : step.state.code(account.codeHash).length, opcode });
  }

  #noteSlot(frame: Observed, step: Step): void {
    const { opcode } = step;
    if (!slotOpcodes.includes(opcode)) return;
    const slot = wordFromTop(step, 0);
    if (opcode === sload) this.#noteRead(frame, step, slot);
    if (opcode === sstore) this.#count(frame.writes, slot);
    if (opcode === tload) this.#count(frame.transientReads, slot);
    if (opcode === tstore) this.#count(frame.transientWrites, slot);
  }

  /** A slot that the frame has written before is none of what it found. */
  #noteRead({ reads, writes }: Observed, { state, address }: Step, slot: Hash): void {
    if (reads.has(slot) || writes.has(slot)) return;
    this.#meter.charge(recordedBytes.slot);
    reads.set(slot, hashFromNumber(bytesToBigint(state.entry(address, slot) ?? emptyBytes)));
  }

  #notePreimage(step: Step): void {
    const preimage = memoryRange(step, 0, 1);
    if (preimage === undefined) return;
    this.#meter.charge(recordedBytes.stackItem + bytesPerByte * preimage.length);
    this.#preimages.add(toHex(preimage));
  }

  #count<Key>(counts: Map<Key, number>, key: Key): void {
    const before = counts.get(key) ?? 0;
    if (before === 0) this.#meter.charge(recordedBytes.stackItem);
    counts.set(key, before + 1);
  }

  /** What a frame has besides the members of callTracer. */
  members(frame: Pick<CallFrame, 'calls'>): { readonly [member: string]: TraceValue } {
    const observed = this.#frames.get(frame.calls) ?? emptyObservation();
    const { reads, writes, transientReads, transientWrites, opcodes, sizes, isOutOfGas } = observed;
    return {
      accessedSlots: {
        reads: Object.fromEntries([...reads].map(([slot, value]) => [slot, [value]])),
        writes: Object.fromEntries(writes),
        transientReads: Object.fromEntries(transientReads),
        transientWrites: Object.fromEntries(transientWrites),
      },
      extCodeAccessInfo: observed.codeReads,
      usedOpcodes: Object.fromEntries([...opcodes].map(([opcode, count]) => [quantity(opcode), count])),
      contractSize: Object.fromEntries(sizes),
      outOfGas: isOutOfGas,
    };
  }
}

function emptyObservation(): Observed {
  return {
    reads: new Map(),
    writes: new Map(),
    transientReads: new Map(),
    transientWrites: new Map(),
    codeReads: [],
    opcodes: new Map(),
    sizes: new Map(),
    isOutOfGas: false,
  };
}

function numbersOf(...names: readonly string[]): readonly number[] {
  return names.flatMap((name) => opcodeNamed(name)?.number ?? []);
}
