import type { ChainReader } from '../../chain/types.ts';
import { type Address, toBase58 } from '../../primitives/address.ts';
import { headState } from './context.ts';
import type { SvmDependencies } from './dependencies.ts';
import { slotsPerEpoch } from './epochs.ts';
import { invalidParams } from './errors.ts';
import { anySlot } from './params/context-options.ts';

type EpochSlots = { readonly epoch: number; readonly first: number; readonly last: number };

/** The epoch of a slot. */
export function epochOf(chain: ChainReader, slot: number): EpochSlots {
  const slots = slotsPerEpoch(headState(chain, anySlot).state);
  const epoch = Math.floor(slot / slots);
  return { epoch, first: epoch * slots, last: (epoch + 1) * slots - 1 };
}

/** The proposers of blocks. Those of the current epoch are cached: each is read once. */
export class Leaders {
  readonly #dependencies: SvmDependencies;
  #first = 0;
  #made: Address[] = [];

  constructor(dependencies: SvmDependencies) {
    this.#dependencies = dependencies;
  }

  /** Throws an RpcError for a future slot whose leader is not known. */
  leaderOf(slot: number): Address {
    const leader = this.#dependencies.chain.header(slot)?.miner ?? this.#dependencies.proposer;
    if (leader !== undefined) return leader;
    const { epoch } = epochOf(this.#dependencies.chain, slot);
    throw invalidParams(`Invalid slot range: leader schedule for epoch ${epoch} is unavailable`);
  }

  /** Proposers of the blocks of the current epoch so far, from its first slot on. */
  proposersInEpoch(): { readonly first: number; readonly made: readonly Address[] } {
    const { chain } = this.#dependencies;
    const head = chain.head().number;
    const { first } = epochOf(chain, head);
    if (first !== this.#first) this.#made = [];
    this.#first = first;
    for (let slot = first + this.#made.length; slot <= head; slot++) this.#made.push(this.leaderOf(slot));
    return { first, made: this.#made };
  }

  /**
   * Base58 of each leader of the epoch → its slots, counted from the epoch's first: past ones, and those known in
   * advance.
   */
  schedule(): ReadonlyMap<string, readonly number[]> {
    const { chain, proposer } = this.#dependencies;
    const { first, made } = this.proposersInEpoch();
    const { last } = epochOf(chain, first);
    const ahead = proposer === undefined ? 0 : last - first + 1 - made.length;
    const slots = new Map<Address, number[]>();
    const add = (leader: Address, index: number) => {
      const own = slots.get(leader);
      if (own === undefined) slots.set(leader, [index]);
      else own.push(index);
    };
    made.forEach(add);
    for (let i = 0; i < ahead; i++) if (proposer !== undefined) add(proposer, made.length + i);
    return new Map([...slots].map(([leader, own]) => [toBase58(leader), own]));
  }
}
