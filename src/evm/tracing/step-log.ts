import type { Step } from '../../kernel/engine.ts';
import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';
import { type Hex, toHex } from '../../primitives/hex.ts';
import { quantity } from '../../primitives/quantity.ts';
import { opcodeAt, opcodeNamed } from '../instruction-set/opcodes.ts';
import type { StepListener } from './step-costs.ts';
import { wordFromTop } from './step-operands.ts';
import { recordedBytes, type TraceMeter } from './trace-meter.ts';
import { tracedOpcode } from './traced-opcode.ts';

/** What the opcode logger returns besides pc, opcode, gas and depth. */
export type OpcodeTraceOptions = {
  readonly enableMemory?: boolean;
  readonly disableStack?: boolean;
  readonly disableStorage?: boolean;
  readonly enableReturnData?: boolean;
  /** most steps to return; 0 for all */
  readonly limit?: number;
};

/** One of `structLogs`. What is zero or empty is left out, except the stack, as in go-ethereum. */
type StepEntry = {
  readonly pc: number;
  readonly op: string;
  readonly gas: bigint;
  gasCost: bigint;
  /** 1 for the transaction itself */
  readonly depth: number;
  error: string | undefined;
  readonly refund: bigint | undefined;
  readonly stack: readonly Hex[] | undefined;
  readonly memory: readonly Hex[] | undefined;
  readonly returnData: Hex | undefined;
  storage: Readonly<Record<Hash, Hash>> | undefined;
};

const sstore = opcodeNamed('SSTORE')?.number;
const wordBytes = 32;
/** Recorded bytes for each byte of memory, which becomes words of text, and of other data. */
const bytesPerMemoryByte = 3;
const bytesPerDataByte = 2;

/** The instructions of an execution as JSON, and the slots that its contracts have used so far. */
export class StepLog {
  readonly entries: StepEntry[] = [];
  readonly #options: OpcodeTraceOptions;
  readonly #meter: TraceMeter;
  readonly #storage = new Map<Address, Record<Hash, Hash>>();

  constructor(options: OpcodeTraceOptions, meter: TraceMeter) {
    this.#options = options;
    this.#meter = meter;
  }

  get isFull(): boolean {
    const { limit = 0 } = this.#options;
    return limit > 0 && this.entries.length >= limit;
  }

  /** Appends the instruction; the returned listener completes the entry when the instruction has ended. */
  add(step: Step): StepListener {
    const entry = this.#entryOf(step);
    this.entries.push(entry);
    const { address, opcode } = step;
    const isShown = !this.#options.disableStorage && opcodeAt(opcode)?.touches?.kind === 'slot';
    const slot = isShown ? wordFromTop(step, 0) : undefined;
    const written = opcode === sstore ? wordFromTop(step, 1) : undefined;
    return ({ gasCost, error }, next) => {
      entry.gasCost = gasCost;
      entry.error = error;
      if (slot !== undefined && next !== undefined) {
        entry.storage = this.#withSlot(address, slot, written ?? wordFromTop(next, 0));
      }
    };
  }

  #entryOf(step: Step): StepEntry {
    const { enableMemory, disableStack, enableReturnData } = this.#options;
    const stack = disableStack ? [] : step.stack();
    const memoryBytes = enableMemory ? bytesPerMemoryByte * step.memorySize : 0;
    this.#meter.charge(recordedBytes.step + recordedBytes.stackItem * stack.length + memoryBytes);
    const returnData = enableReturnData ? step.returnData() : undefined;
    if (returnData !== undefined) this.#meter.charge(bytesPerDataByte * returnData.length);
    return {
      pc: step.pc,
      op: tracedOpcode(step.opcode).name,
      gas: step.gas,
      gasCost: 0n,
      depth: step.depth + 1,
      error: undefined,
      refund: step.refund === 0n ? undefined : step.refund,
      stack: disableStack ? undefined : stack.map(quantity),
      memory: enableMemory && step.memorySize > 0 ? wordsOf(step.memory()) : undefined,
      returnData: returnData?.length ? toHex(returnData) : undefined,
      storage: undefined,
    };
  }

  /** All slots of the contract so far, with this one as it is now. */
  #withSlot(address: Address, slot: Hash, value: Hash): Readonly<Record<Hash, Hash>> {
    const slots = { ...this.#storage.get(address), [slot]: value };
    this.#meter.charge(recordedBytes.slot * Object.keys(slots).length);
    this.#storage.set(address, slots);
    return slots;
  }
}

function wordsOf(memory: Uint8Array): Hex[] {
  const words: Hex[] = [];
  for (let at = 0; at < memory.length; at += wordBytes) words.push(toHex(memory.subarray(at, at + wordBytes)));
  return words;
}
