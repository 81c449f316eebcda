import { chainIdAfter } from '../../kernel/chain-id.ts';
import type { BlockEnvironment } from '../../kernel/engine.ts';
import { baseFeeFloorAfter } from '../../kernel/fee-floor.ts';
import { emptyReport } from '../../kernel/module.ts';
import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { Hex } from '../../primitives/hex.ts';
import type { AccountRange, AccountRangeRequest } from '../../state/account-range.ts';
import { allAccounts } from '../../state/all-accounts.ts';
import type { StateProof } from '../../state/proof.ts';
import type { StateReader } from '../../state/state-reader.ts';
import type { Transition } from '../../state/transition.ts';
import type { Account, StateChanges, StateView } from '../../state/types.ts';
import type { Reader } from '../../store/types.ts';
import { nextBaseFee } from '../base-fee.ts';
import { type BlockHashes, type ChainRules, environmentOf, nextEnvironment } from '../environment.ts';
import type { ChainStates, Header, PendingBlock, SealedHeader, UnfinishedBlock } from '../types.ts';
import { BlockAbove } from './block-above.ts';
import type { StoredBlocks } from './block-reader.ts';

/** The states in a store, by the blocks they follow. */
export class StoredStates implements ChainStates {
  readonly #reader: Reader;
  readonly #blocks: StoredBlocks;
  readonly #states: StateReader;
  readonly #rules: ChainRules;
  readonly #pending: BlockAbove<PendingBlock>;
  readonly #unfinished: BlockAbove<UnfinishedBlock>;
  /** what leads from the head to the state after the pending block, for proofs */
  #toPending: { readonly state: StateView; readonly transition: Transition | undefined } | undefined;
  /** the floor of the base fee after a head, and the chain id */
  #after: { readonly head: SealedHeader; readonly floor: bigint; readonly chainId: bigint } | undefined;

  constructor(reader: Reader, blocks: StoredBlocks, states: StateReader, rules: ChainRules) {
    this.#reader = reader;
    this.#blocks = blocks;
    this.#states = states;
    this.#rules = rules;
    this.#pending = new BlockAbove(blocks, states);
    this.#unfinished = new BlockAbove(blocks, states);
  }

  get pending(): PendingBlock | undefined {
    return this.#pending.block;
  }

  set pending(block: PendingBlock | undefined) {
    this.#pending.block = block;
  }

  get unfinished(): UnfinishedBlock | undefined {
    return this.#unfinished.block;
  }

  set unfinished(block: UnfinishedBlock | undefined) {
    this.#unfinished.block = block;
  }

  at(height: number | 'pending' | 'unfinished'): StateView | undefined {
    if (typeof height === 'number') return this.#blocks.has(height) ? this.#states.at(height) : undefined;
    const above = height === 'pending' ? this.#pending : this.#unfinished;
    return above.state ?? this.#states.at(this.#blocks.head().number);
  }

  accountsFrom(start: Address, limit: number): readonly (readonly [Address, Account])[] {
    return [...allAccounts(this.#reader, start, limit)];
  }

  accountRange(height: number, request: AccountRangeRequest): AccountRange | undefined {
    return this.#blocks.has(height) ? this.#states.accountRange(height, request) : undefined;
  }

  proof(
    address: Address,
    keys: readonly Hex[],
    height: number | 'pending',
    onProgress?: () => void,
  ): StateProof | undefined {
    if (height === 'pending')
      return this.#proofPending(address, keys) ?? this.proof(address, keys, this.#blocks.head().number, onProgress);
    return this.#blocks.has(height) ? this.#states.proof(address, keys, height, onProgress) : undefined;
  }

  #proofPending(address: Address, keys: readonly Hex[]): StateProof | undefined {
    const { block, state } = this.#pending;
    if (block === undefined || state === undefined) return undefined;
    if (this.#toPending?.state !== state)
      this.#toPending = { state, transition: this.#states.transitionAfter(block.header.number - 1, block.changes) };
    const { transition } = this.#toPending;
    return transition && this.#states.proofAfter(transition, state, address, keys);
  }

  rootAfter(height: number, changes: StateChanges): Hash | undefined {
    return this.#states.transitionAfter(height, changes)?.totals.root;
  }

  baseFeeFloor(): bigint {
    return this.#afterHead().floor;
  }

  chainId(height?: number): bigint {
    if (height === undefined || height === this.#blocks.head().number) return this.#afterHead().chainId;
    const state = this.at(height);
    return state === undefined ? this.#rules.chainId : chainIdAfter(state, this.#rules);
  }

  #afterHead(): { readonly floor: bigint; readonly chainId: bigint } {
    const head = this.#blocks.head();
    if (this.#after?.head !== head) {
      const state = this.#states.head;
      const floor = baseFeeFloorAfter(state, this.#rules.parameters.baseFeeFloor);
      this.#after = { head, floor, chainId: chainIdAfter(state, this.#rules) };
    }
    return this.#after;
  }

  baseFeeAfter(parent: Pick<Header, 'gasUsed' | 'gasLimit' | 'baseFee'>): bigint {
    return nextBaseFee(parent, { baseFeeFloor: this.baseFeeFloor() });
  }

  environmentAt(height: number | 'next' | 'pending' | 'unfinished'): BlockEnvironment | undefined {
    const header = typeof height === 'number' ? this.#blocks.header(height) : height !== 'next' && this[height]?.header;
    if (header) return this.#environmentOf(header, this.chainId(Math.min(header.number, this.#blocks.head().number)));
    return typeof height === 'number' ? undefined : this.#environmentNext();
  }

  environmentIn(height: number): BlockEnvironment | undefined {
    const header = this.#blocks.header(height);
    return header && this.#environmentOf(header, this.chainId(height - 1));
  }

  #environmentOf(header: UnfinishedBlock['header'], chainId: bigint): BlockEnvironment {
    const { genesisHash, parameters } = this.#rules;
    return environmentOf(header, { chainId, genesisHash, parameters }, this.#hashAt);
  }

  #environmentNext(): BlockEnvironment {
    const head = this.#blocks.head();
    const { miner, timestamp } = head;
    const report = emptyReport(timestamp * 1000);
    const above = { hashes: this.#hashAt, baseFeeFloor: this.baseFeeFloor(), chainId: this.chainId() };
    return nextEnvironment(head, { miner, report }, this.#rules, above);
  }

  readonly #hashAt: BlockHashes = (height) => this.#blocks.hashOf(height);
}
