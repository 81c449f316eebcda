import assert from 'node:assert/strict';
import type { ExecutionContext } from '#qord/chain/block-builder.ts';
import type { Chain } from '#qord/chain/chain.ts';
import type { GenesisDocument } from '#qord/chain/genesis/parse-genesis.ts';
import { openChain } from '#qord/chain/open-chain.ts';
import { decodeReport } from '#qord/chain/proposer-report-codec.ts';
import type { Block, Receipt } from '#qord/chain/types.ts';
import { createEngine } from '#qord/evm/engine.ts';
import { precompiles } from '#qord/evm/precompiles/precompiles.ts';
import type { NetworkIdentity } from '#qord/kernel/module-sdk/signed-text.ts';
import { joinNatives } from '#qord/kernel/natives.ts';
import { poolsOf } from '#qord/kernel/pools.ts';
import { decodeTransaction } from '#qord/kernel/transaction/codec.ts';
import { createModules } from '#qord/modules/index.ts';
import { validatorSet } from '#qord/modules/readers.ts';
import type { Address } from '#qord/primitives/address.ts';
import { allAccounts } from '#qord/state/all-accounts.ts';
import type { Account } from '#qord/state/types.ts';
import { createMemoryStore } from '#qord/store/memory-store.ts';
import type { Store } from '#qord/store/types.ts';
import { exportedDocument } from '#qord/testing/modules/exported-genesis.ts';
import { assertPools } from '#qord/testing/modules/pools.ts';
import { accountOf } from '#qord/testing/sign-from.ts';
import { ReferenceModel } from '../reference/reference-model.ts';

/**
 * Blocks, where everything is asked, after which the engine, the modules and the caches are new ones: results must not
 * depend on what they did.
 */
const blocksPerEngine = 24;
/** Blocks, likewise, between two comparisons of all accounts, and two whose transactions are decoded from their bytes again. */
const blocksPerComparison = 4;

/** What a block is and came to. */
type KnownBlock = {
  readonly hash: string;
  readonly transactions: readonly string[];
  readonly receipts: readonly Receipt[];
};

/** Executes the blocks of a node again, from their bytes, with parts that have served nobody else. */
export class ShadowChain {
  readonly #genesis: GenesisDocument;
  readonly #every: number;
  readonly #store = createMemoryStore();
  readonly #model: ReferenceModel;
  #chain: Chain;
  #modules = createModules();

  /** `every`: how seldom is asked what is not asked at each block; 1 is most often */
  constructor(genesis: GenesisDocument, every: number) {
    this.#genesis = genesis;
    this.#every = every;
    this.#chain = this.#open();
    this.#model = new ReferenceModel(this.#modules, allAccounts(this.#store), this.#chain.headState());
  }

  get network(): NetworkIdentity {
    return this.#chain.reader.identity;
  }

  get height(): number {
    return this.#chain.reader.head().number;
  }

  /** Hash of a block that it has. */
  hashOf(height: number): string | undefined {
    return this.#chain.reader.header(height)?.hash;
  }

  /** What is known of a block that it has. */
  blockAt(height: number): KnownBlock {
    const { reader } = this.#chain;
    const block = reader.block(height);
    assert.ok(block);
    const transactions = block.transactions.map(({ hash }) => hash);
    return { hash: block.header.hash, transactions, receipts: reader.receipts(height) ?? [] };
  }

  /** The account after a block. */
  accountAt(height: number, address: Address): Pick<Account, 'balance' | 'nonce'> {
    return this.#chain.reader.states.at(height)?.account(address) ?? { balance: 0n, nonce: 0n };
  }

  /** Accounts of a block: development accounts, and who takes part in a transaction of it. */
  someAccounts(height: number): readonly [Address, ...Address[]] {
    const { transactions = [] } = this.#chain.reader.block(height) ?? {};
    return [
      accountOf(height % 10),
      ...transactions.flatMap(({ sender, to }) => (to === undefined ? [sender] : [sender, to])),
    ];
  }

  /** Hashes of the blocks after this one, oldest first. */
  hashesAfter(hash: string): readonly string[] {
    const { reader } = this.#chain;
    const found: string[] = [];
    for (let height = this.height; height >= 0; height--) {
      const next = reader.header(height)?.hash;
      if (next === undefined || next === hash) break;
      found.unshift(next);
    }
    return found;
  }

  /** Executes the next block. Throws an AssertionError when anything differs, or an invariant of the state is broken. */
  follow({ header, transactions }: Block): void {
    if (header.number % (this.#every * blocksPerEngine) === 0) this.#chain = this.#open();
    const isCompared = header.number % (this.#every * blocksPerComparison) === 0;
    const decoded = isCompared ? transactions.map(({ raw }) => decodeTransaction(raw)) : transactions;
    const executed = this.#chain.execute({ miner: header.miner, report: decodeReport(header) }, decoded);
    assert.deepEqual(executed.block.header, header, `block ${header.number} executed again`);
    this.#chain.commit(executed);
    this.#model.follow(executed);
    const state = this.#chain.headState();
    this.#model.assertChanged(executed.transition.accounts, state);
    assertPools(state, poolsOf({ modules: this.#modules }));
    if (isCompared) this.assertAccounts();
  }

  /** Asserts that all accounts and records are what the model says. */
  assertAccounts(): void {
    this.#model.assertSame(allAccounts(this.#store), this.#chain.headState());
  }

  /** Asserts that what is exported from these rows begins a chain whose export is the same. */
  assertExport(rows: Store): void {
    const context = this.#context();
    const exported = exportedDocument(rows, context);
    const store = createMemoryStore();
    openChain(store, context, exported);
    const again = exportedDocument(store, context);
    assert.deepEqual(again.alloc, exported.alloc, 'an imported chain has the accounts that were exported');
    assert.deepEqual(again.modules, exported.modules, 'an imported chain has the records that were exported');
  }

  #open(): Chain {
    return openChain(this.#store, this.#context(), this.#genesis);
  }

  #context(): ExecutionContext {
    this.#modules = createModules();
    const modules = this.#modules;
    return {
      engine: createEngine(),
      natives: joinNatives(precompiles('osaka'), modules),
      modules,
      validatorSet,
    };
  }
}
