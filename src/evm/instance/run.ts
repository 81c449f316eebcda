import type { BlockEnvironment, Message, RunOptions } from '../../kernel/engine.ts';
import type { PrintList } from '../../kernel/prints.ts';
import type { WorldState } from '../../state/types.ts';

/** One message that an instance executes, and the undo point of the state. */
export class Run {
  readonly block: BlockEnvironment;
  readonly message: Message;
  readonly state: WorldState;
  readonly options: RunOptions;
  /** code of contracts created so far, by hash */
  readonly newCodes = new Map<string, Uint8Array>();
  /** messages of native contracts that run now, one inside of the other */
  innerRuns = 0;
  /** messages of native contracts that were refused for nesting */
  tooDeep = 0;
  /** what it has printed; undefined where nobody reads it */
  readonly prints: PrintList | undefined;
  #start: number | undefined;

  constructor(block: BlockEnvironment, message: Message, state: WorldState, options: RunOptions, prints?: PrintList) {
    this.prints = prints;
    this.block = block;
    this.message = message;
    this.state = state;
    this.options = options;
  }

  /** Whether nothing has been written to the state yet. */
  get isPristine(): boolean {
    return this.#start === undefined;
  }

  /** Must be called before the first write to the state. */
  takeSnapshot(): void {
    this.#start ??= this.state.snapshot();
  }

  /** Undoes all writes to the state. */
  rollBack(): void {
    if (this.#start !== undefined) this.state.revert(this.#start);
    this.#start = undefined;
  }
}
