import type { ChainReader } from '../../chain/types.ts';
import { epochLength, validatorOf } from '../../modules/readers.ts';
import { type Address, toBase58 } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { Steps } from '../../primitives/steps.ts';
import { withoutText } from '../execution/long-texts.ts';
import { headState } from './context.ts';
import type { SvmDependencies } from './dependencies.ts';
import { invalidParams } from './errors.ts';
import { anySlot } from './params/context-options.ts';

type EpochSlots = { readonly epoch: number; readonly first: number; readonly last: number };

/** The epoch of a slot. */
export function epochOf(chain: ChainReader, slot: number): EpochSlots {
  const slots = epochLength(headState(chain, anySlot).state);
  const epoch = Math.floor(slot / slots);
  return { epoch, first: epoch * slots, last: (epoch + 1) * slots - 1 };
}

const headersPerPiece = 200;

/** The proposers of blocks. Those of the current epoch are cached: each is read once. */
export class Leaders {
  readonly #dependencies: Pick<SvmDependencies, 'chain' | 'proposer'>;
  #first = 0;
  #made: Address[] = [];
  /** Hash of the last block in #made: others follow after a revert. */
  #lastHash: Hash | undefined;

  constructor(dependencies: Pick<SvmDependencies, 'chain' | 'proposer'>) {
    this.#dependencies = dependencies;
  }

  /** Throws an RpcError for a future slot whose leader is not known. */
  leaderOf(slot: number): Address {
    const leader = this.#dependencies.chain.header(slot)?.miner ?? this.#dependencies.proposer;
    if (leader !== undefined) return leader;
    const { epoch } = epochOf(this.#dependencies.chain, slot);
    throw invalidParams(`Invalid slot range: leader schedule for epoch ${epoch} is unavailable`);
  }

  /** The identity of the node of a leader in base58, as in getVoteAccounts and getClusterNodes. */
  identityOf(leader: Address): string {
    const { state } = headState(this.#dependencies.chain, anySlot);
    return toBase58(validatorOf(state, leader)?.node ?? leader);
  }

  /** Proposers of the blocks of the current epoch so far, from its first slot on, or from the first of the chain. */
  *proposersInEpoch(): Steps<{ readonly first: number; readonly made: readonly Address[] }> {
    const { chain } = this.#dependencies;
    const first = Math.max(epochOf(chain, chain.head().number).first, chain.identity.genesisHeight);
    const known = this.#made.length;
    if (first !== this.#first || (known > 0 && chain.hashOf(first + known - 1) !== this.#lastHash)) this.#made = [];
    this.#first = first;
    const made = this.#made;
    for (let slot = first + made.length; slot <= chain.head().number; slot++) {
      made.push(this.leaderOf(slot));
      this.#lastHash = chain.hashOf(slot);
      if (made.length % headersPerPiece === 0) yield;
    }
    return { first, made };
  }

  /**
   * Each leader of the current epoch and its slots, counted from the epoch's first: past ones, and those known in
   * advance. `only`: of one leader.
   */
  *schedule(only: string | undefined): Iterable<string> {
    const { chain, proposer } = this.#dependencies;
    const { first, made } = yield* withoutText(this.proposersInEpoch());
    const future = proposer === undefined ? undefined : this.identityOf(proposer);
    const epoch = epochOf(chain, first);
    const before = first - epoch.first;
    const slots = new Map<string, number[]>(future === undefined ? [] : [[future, []]]);
    const identities = new Map<Address, string>();
    for (const [index, leader] of made.entries()) {
      const identity = identities.get(leader) ?? this.identityOf(leader);
      identities.set(leader, identity);
      const own = slots.get(identity);
      if (own === undefined) slots.set(identity, [before + index]);
      else own.push(before + index);
    }
    const next = before + made.length;
    const end = epoch.last - epoch.first + 1;
    let separator = '{';
    for (const [identity, own] of slots) {
      if (only !== undefined && identity !== only) continue;
      yield `${separator}"${identity}":`;
      separator = ',';
      yield* numberPieces(own, identity === future ? next : end, end);
    }
    yield separator === '{' ? '{}' : '}';
  }
}

/** The JSON text of a list of numbers, and then all from `from` up to `end`. */
function* numberPieces(numbers: readonly number[], from: number, end: number): Iterable<string> {
  let separator = '[';
  for (let start = 0; start < numbers.length; start += headersPerPiece) {
    yield `${separator}${numbers.slice(start, start + headersPerPiece).join()}`;
    separator = ',';
  }
  for (let start = from; start < end; start += headersPerPiece) {
    const count = Math.min(headersPerPiece, end - start);
    yield `${separator}${Array.from({ length: count }, (_, at) => start + at).join()}`;
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
