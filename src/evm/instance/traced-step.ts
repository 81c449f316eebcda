import type { RunningState, Step } from '../../kernel/engine.ts';
import type { Address } from '../../primitives/address.ts';
import type { EngineExports, Pointer } from './engine-exports.ts';
import type { FrameView } from './frame-view.ts';

type Dependencies = {
  readonly engine: Pick<EngineExports, 'refund'>;
  readonly frames: FrameView;
  readonly runningState: RunningState;
};

/** An instruction that is about to be executed: a view of its frame. */
export class TracedStep implements Step {
  readonly pc: number;
  readonly opcode: number;
  readonly depth: number;
  readonly address: Address;
  readonly gas: bigint;
  readonly refund: bigint;
  readonly #frames: FrameView;
  readonly #frame: Pointer;
  readonly state: RunningState;

  constructor({ engine, frames, runningState }: Dependencies, frame: Pointer, pc: number, opcode: number) {
    this.pc = pc;
    this.opcode = opcode;
    this.depth = frames.depth(frame);
    this.address = frames.account(frame);
    this.gas = frames.gas(frame);
    this.refund = engine.refund.value;
    this.state = runningState;
    this.#frames = frames;
    this.#frame = frame;
  }

  get memorySize(): number {
    return this.#frames.memorySize(this.#frame);
  }

  get stackSize(): number {
    return this.#frames.stackSize(this.#frame);
  }

  memory(): Uint8Array {
    return this.#frames.memory(this.#frame);
  }

  stack(): readonly bigint[] {
    return this.#frames.stack(this.#frame);
  }

  returnData(): Uint8Array {
    return this.#frames.returnData(this.#frame);
  }

  caller(): Address {
    return this.#frames.caller(this.#frame);
  }

  callValue(): bigint {
    return this.#frames.value(this.#frame);
  }

  input(): Uint8Array {
    return this.#frames.input(this.#frame);
  }
}
