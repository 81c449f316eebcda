import assert from 'node:assert/strict';
import type { ExecutionContext } from '#qord/chain/block-builder.ts';
import type { Chain } from '#qord/chain/chain.ts';
import type { GenesisDocument } from '#qord/chain/genesis/parse-genesis.ts';
import { openChain } from '#qord/chain/open-chain.ts';
import { decodeReport } from '#qord/chain/proposer-report-codec.ts';
import type { Block, ChainReader, Receipt } from '#qord/chain/types.ts';
import { createEngine } from '#qord/evm/engine.ts';
import { EvmInstance } from '#qord/evm/instance/evm-instance.ts';
import { precompiles } from '#qord/evm/precompiles/precompiles.ts';
import { baseFeeFloorAfter } from '#qord/kernel/fee-floor.ts';
import { joinNatives } from '#qord/kernel/natives.ts';
import { poolsOf } from '#qord/kernel/pools.ts';
import { decodeTransaction } from '#qord/kernel/transaction/codec.ts';
import { isImpersonated } from '#qord/kernel/transaction/impersonation.ts';
import { createModules } from '#qord/modules/index.ts';
import { validatorSet } from '#qord/modules/readers.ts';
import type { Address } from '#qord/primitives/address.ts';
import { keccakHash } from '#qord/primitives/crypto/keccak.ts';
import type { Hash } from '#qord/primitives/hash.ts';
import { fromHex } from '#qord/primitives/hex.ts';
import { allAccounts } from '#qord/state/all-accounts.ts';
import { changedAccounts, type Transition } from '#qord/state/transition.ts';
import { createMemoryStore } from '#qord/store/memory-store.ts';
import type { Store } from '#qord/store/types.ts';
import { exportedDocument } from '#qord/testing/modules/exported-genesis.ts';
import { assertPools } from '#qord/testing/modules/pools.ts';
import type { Amendment } from '../../reference-model/amendments.ts';
import { baseFeeAfter } from '../../reference-model/base-fee.ts';
import type { GoesBackTo } from '../../reference-model/development-acts.ts';
import { ReferenceModel } from '../../reference-model/reference-model.ts';
import { eventSituation, situation } from '../situations.ts';
import { assertBalanceChanges } from './balance-changes.ts';
import { assertContinues } from './exported-chain.ts';
import { KnownChain } from './known-chain.ts';

/**
 * Blocks, where everything is asked, after which the engine, the modules and the caches are new ones: results must not
 * depend on what they did.
 */
const blocksPerEngine = 24;
/** Blocks, likewise, between two comparisons of all accounts, and two whose transactions are decoded from their bytes again. */
const blocksPerComparison = 4;

type Changed = Pick<Transition, 'accounts' | 'entries'>;

/** Executes the blocks of a node again, from their bytes, with parts that have served nobody else. */
export class ShadowChain extends KnownChain {
  #genesis: GenesisDocument;
  readonly #every: number;
  #store = createMemoryStore();
  #model: ReferenceModel;
  #chain: Chain;
  #modules = createModules();
  /** changes outside of the rules that blocks stand for, by height */
  readonly #amendments = new Map<number, Amendment>();
  /** who has signed an authorization, for each model */
  readonly #authorities = new Map<string, Address>();
  /** what somebody has asked for, oldest first */
  #expected: readonly Amendment[] = [];
  #goesBackTo: GoesBackTo | undefined;
  /** base fees, gas limits and randomness of blocks that somebody has asked for */
  readonly asked = { baseFee: new Set<bigint>(), gasLimit: new Set<bigint>(), prevRandao: new Set<Hash>() };
  /** newest blocks after those that followed were removed, by their hashes */
  readonly rewoundTo = new Set<string>();
  /** times that blocks were removed */
  rewinds = 0;
  /** blocks that it has executed, also those that were removed */
  blocks = 0;

  /** `every`: how seldom is asked what is not asked at each block; 1 is most often */
  constructor(genesis: GenesisDocument, every: number) {
    super();
    this.#genesis = genesis;
    this.#every = every;
    this.#chain = this.#open();
    this.#model = this.#beginModel();
  }

  protected get reader(): ChainReader {
    return this.#chain.reader;
  }

  /** Whether blocks may vanish now, so that answers may be those of any height. */
  get isRewinding(): boolean {
    return this.#goesBackTo !== undefined;
  }

  /** Somebody asks for changes outside of the rules, in this order, and for the removal of blocks, from a height down. */
  expect(amendments: readonly Amendment[], goesBackTo: GoesBackTo | undefined): void {
    this.#expected = amendments;
    this.#goesBackTo = goesBackTo;
  }

  /** Blocks above the height are gone. `isWhole`: all that were to be removed are. */
  rewind(height: number, isWhole: boolean): void {
    const [least, most] = this.#goesBackTo?.(this.height) ?? [this.height, this.height];
    assert.ok(height >= least, `nobody has asked for the removal of block ${height + 1}`);
    assert.ok(!isWhole || height <= most, `block ${height} was to be removed`);
    this.#chain.rewind(height);
    this.#chain = this.#open();
    for (const at of this.#amendments.keys()) if (at > height) this.#amendments.delete(at);
    this.#model = this.#beginModel();
    for (const block of this.blocksBetween()) this.#tellModel(block);
    this.#model.recount(allAccounts(this.#store));
    this.rewoundTo.add(this.hashOf(height) ?? '');
    this.rewinds++;
  }

  /** Executes the next block. Throws an AssertionError when anything differs, or an invariant of the state is broken. */
  follow({ header, transactions }: Block): void {
    if (header.number % (this.#every * blocksPerEngine) === 0) this.#chain = this.#open();
    const isCompared = header.number % (this.#every * blocksPerComparison) === 0;
    const decoded = isCompared
      ? transactions.map((each) => (isImpersonated(each) ? each : decodeTransaction(each.raw)))
      : transactions;
    const [expected, ...others] = this.#expected;
    const isOfNobody = decoded.length === 0 && decodeReport(header).votes.length === 0; // an empty block has votes
    const isAmendment = expected !== undefined && isOfNobody && header.timestamp === this.time;
    if (isAmendment) {
      this.#expected = others;
      this.#amendments.set(header.number, expected);
    }
    const changed = this.#execute({ header, transactions: decoded });
    this.blocks++;
    const receipts = this.#tellModel({ header, transactions });
    for (const { status } of receipts) if (status === 0) situation('a transaction fails');
    if (isAmendment) this.#model.recount(allAccounts(this.#store));
    const state = this.#chain.headState();
    this.#model.assertChanged(changed.accounts, state);
    if (!isAmendment) assertBalanceChanges(changed.accounts, receipts, this.reader.hookChanges(header.number) ?? []);
    const addresses = changedAccounts(changed);
    const isChanged = (account: Address | undefined) => account !== undefined && addresses.has(account);
    const modules = this.#modules.filter(({ address, pool }) => isChanged(address) || isChanged(pool?.account));
    assertPools(state, poolsOf({ modules }));
    if (isCompared || isAmendment) this.assertAccounts();
  }

  /** Executes a block, or makes the change that it stands for. */
  #execute({ header, transactions }: Block): Changed {
    const { reader, rules } = this.#chain;
    const amendment = this.#amendments.get(header.number);
    const { baseFee, gasLimit, prevRandao } = header;
    const isAsked = this.asked.baseFee.has(baseFee);
    const floor = baseFeeFloorAfter(this.#chain.headState(), rules.parameters.baseFeeFloor);
    if (!isAsked) assert.equal(baseFee, baseFeeAfter(reader.head(), floor), `the base fee of ${header.number}`);
    const isRandom = this.asked.prevRandao.has(prevRandao) || this.rewoundTo.has(header.parentHash); // of anvil_reorg
    const isDrawn = isRandom || prevRandao === keccakHash(fromHex(header.parentHash));
    assert.ok(isDrawn, `the randomness of ${header.number} is the hash of its parent's hash`);
    const isLimited = this.asked.gasLimit.has(gasLimit);
    assert.ok(isLimited || gasLimit === rules.parameters.gasLimit, `the gas limit of ${header.number}`);
    assert.ok(header.timestamp >= this.time, `the time of ${header.number} is not before that of its parent`);
    Object.assign(rules.overrides, {
      baseFee: isAsked ? baseFee : undefined,
      gasLimit: isLimited ? gasLimit : undefined,
      prevRandao: isRandom ? prevRandao : undefined,
    });
    let changed: Changed = { accounts: [], entries: [] };
    if (amendment === undefined) {
      const executed = this.#chain.next.execute({ miner: header.miner, report: decodeReport(header) }, transactions);
      assert.deepEqual(executed.block.header, header, `block ${header.number} executed again`);
      this.#chain.commit(executed);
      changed = executed.transition;
    } else {
      this.#chain.amend(amendment.change);
      assert.deepEqual(reader.head(), header, `block ${header.number} of ${amendment.method}`);
    }
    return changed;
  }

  /** Tells the model of a block that was executed, and returns its receipts. */
  #tellModel(block: Block): readonly Receipt[] {
    const { number } = block.header;
    const { reader } = this.#chain;
    const [receipts, events] = [reader.receipts(number) ?? [], reader.events(number) ?? []];
    const { account } = this.#amendments.get(number) ?? {};
    if (account !== undefined) this.#model.amend(...account);
    this.#model.follow({ block, receipts, events }, this.stateAt(number));
    return receipts;
  }

  /** Asserts that all accounts, pools and records are what the model says. */
  assertAccounts(): void {
    const state = this.#chain.headState();
    this.#model.assertSame(allAccounts(this.#store), state);
    assertPools(state, poolsOf({ modules: this.#modules }));
  }

  /** The chain in these rows. */
  readerOf(rows: Store): ChainReader {
    return openChain(rows, this.#context(), this.#genesis).reader;
  }

  /** The chain continues from the export of these rows, and has what it had but no blocks. Returns its genesis. */
  continueFrom(rows: Store): GenesisDocument {
    this.#genesis = exportedDocument(rows, this.#context());
    this.#store = createMemoryStore();
    this.#amendments.clear();
    this.#chain = this.#open();
    this.rewinds++;
    this.assertAccounts();
    assertContinues(rows, this.#store);
    return this.#genesis;
  }

  /** Asserts that what is exported from these rows begins a chain that has all that they have. */
  assertExport(rows: Store): void {
    const context = this.#context();
    const store = createMemoryStore();
    openChain(store, context, exportedDocument(rows, context));
    assertContinues(rows, store);
  }

  /** Asserts that all blocks, executed once more from the genesis on, come to the same, whatever was removed meanwhile. */
  assertAgain(onBlock: () => void): void {
    const again = new ShadowChain(this.#genesis, this.#every);
    Object.assign(again.asked, this.asked);
    for (const hash of this.rewoundTo) again.rewoundTo.add(hash);
    for (const [height, amendment] of this.#amendments) again.#amendments.set(height, amendment);
    for (const block of this.blocksBetween()) {
      again.#execute(block);
      onBlock();
    }
  }

  /** The model of the genesis. */
  #beginModel(): ReferenceModel {
    const store = createMemoryStore();
    const chain = openChain(store, this.#context(), this.#genesis);
    const state = chain.headState();
    return new ReferenceModel(this.#modules, allAccounts(store), state, eventSituation, this.#authorities);
  }

  #open(): Chain {
    return openChain(this.#store, this.#context(), this.#genesis);
  }

  #context(): ExecutionContext {
    this.#modules = createModules();
    const modules = this.#modules;
    return {
      engine: createEngine(() => new EvmInstance()), // one that no node has used
      natives: joinNatives(precompiles('osaka'), modules),
      modules,
      validatorSet,
    };
  }
}
