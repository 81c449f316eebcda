import type { EnteredFrame, ExitedFrame, Step, Tracer } from '../../kernel/engine.ts';
import type { Address } from '../../primitives/address.ts';
import { type Hex, toHex } from '../../primitives/hex.ts';
import { quantity } from '../../primitives/quantity.ts';
import type { StateView } from '../../state/types.ts';
import { delegateOf } from '../delegation.ts';
import { type Opcode, opcodeAt } from '../instruction-set/opcodes.ts';
import { StepCosts } from './step-costs.ts';
import { recordedBytes, type TraceMeter } from './trace-meter.ts';

/** What an instruction did; absent when it failed. */
type Effect = {
  readonly mem: { readonly data: Hex; readonly off: number } | null;
  readonly push: readonly Hex[];
  readonly store: { readonly key: Hex; readonly val: Hex } | null;
  /** gas that is left after it */
  readonly used: bigint;
};
type Operation = { cost: bigint; ex: Effect | null; readonly pc: number; sub: VmTrace | null };

/** The instructions of a call, and of the calls inside them. */
type VmTrace = { readonly code: Hex; readonly ops: Operation[] };

/** The part of the memory that an instruction writes, by the stack items (0 = top) of its offset and length. */
const writes: Readonly<Record<string, { readonly offset: number; readonly length: number | bigint }>> = {
  MSTORE: { offset: 0, length: 32n },
  MSTORE8: { offset: 0, length: 1n },
  CALLDATACOPY: { offset: 0, length: 2 },
  CODECOPY: { offset: 0, length: 2 },
  RETURNDATACOPY: { offset: 0, length: 2 },
  MCOPY: { offset: 0, length: 2 },
  EXTCODECOPY: { offset: 1, length: 3 },
  CALL: { offset: 5, length: 6 },
  CALLCODE: { offset: 5, length: 6 },
  DELEGATECALL: { offset: 4, length: 5 },
  STATICCALL: { offset: 4, length: 5 },
};

/** Recorded bytes for each byte of memory and code: its two characters and itself. */
const bytesPerByte = 3;

/** Builds `vmTrace` of OpenEthereum's trace_ methods. */
export class ParityVmTracer implements Tracer {
  readonly #state: StateView;
  readonly #meter: TraceMeter;
  readonly #created = new Map<Address, Uint8Array>();
  #costs = new StepCosts();
  #root: VmTrace | undefined;
  #open: (VmTrace | undefined)[] = [];
  #targets: EnteredFrame['to'][] = [];

  constructor(state: StateView, meter: TraceMeter) {
    this.#state = state;
    this.#meter = meter;
  }

  /** The outermost call; no instructions when nothing was executed. */
  get root(): VmTrace {
    return this.#root ?? { code: '0x', ops: [] };
  }

  onEnter(frame: EnteredFrame): void {
    if (frame.depth === 0) {
      this.#costs = new StepCosts(); // the engine may execute the message again
      this.#open = [];
      this.#targets = [];
    }
    this.#costs.enter(frame);
    this.#targets.push(frame.to);
    this.#open.push(frame.kind === 'SELFDESTRUCT' ? undefined : this.#begin(frame));
  }

  onStep(step: Step): void {
    const trace = this.#open.at(-1);
    if (trace === undefined) return;
    this.#meter.charge(recordedBytes.step);
    const operation: Operation = { cost: 0n, ex: null, pc: step.pc, sub: null };
    trace.ops.push(operation);
    const opcode = opcodeAt(step.opcode);
    const written = writtenBy(step, opcode);
    const store = storedBy(step, opcode);
    const { gas } = step;
    this.#costs.step(step, ({ gasCost, error }, next) => {
      operation.cost = gasCost;
      if (error !== undefined) return;
      const used = next?.gas ?? gas - gasCost;
      const mem = written && next ? this.#memoryOf(next, written) : null;
      operation.ex = { mem, push: pushedBy(opcode, next), store, used };
    });
  }

  onExit(exit: ExitedFrame): void {
    this.#costs.exit(exit);
    const trace = this.#open.pop();
    const to = this.#targets.pop();
    if (to !== undefined && exit.error === undefined && exit.output.length > 0) this.#keepCode(trace, to, exit.output);
  }

  #begin(frame: EnteredFrame): VmTrace {
    const isCreation = frame.kind === 'CREATE' || frame.kind === 'CREATE2';
    const code = isCreation ? frame.input : this.#codeAt(frame.to);
    this.#meter.charge(recordedBytes.call + bytesPerByte * code.length);
    const trace: VmTrace = { code: toHex(code), ops: [] };
    this.#creations.set(trace, isCreation);
    const caller = this.#open.at(-1)?.ops.at(-1);
    if (frame.depth === 0) this.#root = trace;
    else if (caller !== undefined) caller.sub = trace;
    return trace;
  }

  readonly #creations = new WeakMap<VmTrace, boolean>();

  /** The state has the code of a new contract only after the transaction. */
  #keepCode(trace: VmTrace | undefined, to: Address, code: Uint8Array): void {
    if (trace !== undefined && this.#creations.get(trace)) this.#created.set(to, code);
  }

  #codeAt(address: Address): Uint8Array {
    const code = this.#created.get(address) ?? this.#storedCode(address);
    const delegate = delegateOf(code);
    return delegate === undefined ? code : this.#storedCode(delegate);
  }

  #storedCode(address: Address): Uint8Array {
    const account = this.#state.account(address);
    return account === undefined ? new Uint8Array(0) : this.#state.code(account.codeHash);
  }

  #memoryOf(next: Step, { offset, length }: Written): Effect['mem'] {
    this.#meter.charge(bytesPerByte * length);
    return { data: toHex(next.memory().slice(offset, offset + length)), off: offset };
  }
}

type Written = { readonly offset: number; readonly length: number };

function writtenBy(step: Step, opcode: Opcode | undefined): Written | undefined {
  const operands = opcode === undefined ? undefined : writes[opcode.name];
  if (operands === undefined) return undefined;
  const stack = step.stack();
  const itemAt = (fromTop: number) => stack.at(-1 - fromTop) ?? 0n;
  const length = typeof operands.length === 'bigint' ? operands.length : itemAt(operands.length);
  // an instruction with more than this runs out of gas and writes nothing
  const isPossible = length > 0n && itemAt(operands.offset) + length <= 2n ** 32n;
  return isPossible ? { offset: Number(itemAt(operands.offset)), length: Number(length) } : undefined;
}

function storedBy(step: Step, opcode: Opcode | undefined): Effect['store'] {
  if (opcode?.name !== 'SSTORE') return null;
  const stack = step.stack();
  return { key: quantity(stack.at(-1) ?? 0n), val: quantity(stack.at(-2) ?? 0n) };
}

/** The words that the instruction left on the stack, the lowest first; DUP and SWAP leave all they have read. */
function pushedBy(opcode: Opcode | undefined, next: Step | undefined): readonly Hex[] {
  if (opcode === undefined || next === undefined || opcode.outputs === 0) return [];
  return next.stack().slice(-opcode.outputs).map(quantity);
}
