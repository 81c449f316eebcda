import type { StateReader } from '../../state/state-reader.ts';
import type { StateView } from '../../state/types.ts';
import { createWorldState } from '../../state/world-state.ts';
import type { SealedHeader, UnfinishedBlock } from '../types.ts';
import type { StoredBlocks } from './block-reader.ts';

/** A block that follows one of the chain and is no part of it, and the state to which it leads. */
export class BlockAbove<Block extends UnfinishedBlock> {
  readonly #blocks: StoredBlocks;
  readonly #states: StateReader;
  #block: Block | undefined;
  /** made when the head was this */
  #made: { readonly block: Block; readonly head: SealedHeader; readonly state: StateView } | undefined;

  constructor(blocks: StoredBlocks, states: StateReader) {
    this.#blocks = blocks;
    this.#states = states;
  }

  set block(block: Block | undefined) {
    this.#block = block;
  }

  /** undefined: there is none, or its parent has been removed. */
  get block(): Block | undefined {
    const header = this.#block?.header;
    return header && this.#blocks.header(header.number - 1)?.hash === header.parentHash ? this.#block : undefined;
  }

  /** undefined: there is no such block. */
  get state(): StateView | undefined {
    const { block } = this;
    const head = this.#blocks.head();
    if (block === undefined) return undefined;
    if (this.#made?.block !== block || this.#made.head !== head) {
      const parent = this.#states.at(block.header.number - 1);
      if (parent === undefined) return undefined;
      const state = createWorldState(parent);
      state.apply(block.changes);
      this.#made = { block, head, state };
    }
    return this.#made.state;
  }
}
