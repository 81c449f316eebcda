import assert from 'node:assert/strict';
import type { Chain } from '#qord/chain/chain.ts';
import type { GenesisDocument } from '#qord/chain/genesis/parse-genesis.ts';
import { openChain } from '#qord/chain/open-chain.ts';
import { decodeReport } from '#qord/chain/proposer-report-codec.ts';
import type { Block } from '#qord/chain/types.ts';
import { createEngine } from '#qord/evm/engine.ts';
import { precompiles } from '#qord/evm/precompiles/precompiles.ts';
import { joinNatives } from '#qord/kernel/natives.ts';
import { poolsOf } from '#qord/kernel/pools.ts';
import { totalSupply } from '#qord/kernel/supply.ts';
import { decodeTransaction } from '#qord/kernel/transaction/codec.ts';
import { createModules } from '#qord/modules/index.ts';
import { validatorSet } from '#qord/modules/readers.ts';
import { allAccounts } from '#qord/state/all-accounts.ts';
import { createMemoryStore } from '#qord/store/memory-store.ts';
import { assertPools } from '#qord/testing/modules/pools.ts';

/** Blocks after which the engine, the modules and the caches are new ones: results must not depend on what they did. */
const blocksPerEngine = 24;

/** Executes the blocks of a node again, from their bytes, with parts that have served nobody else. */
export class ShadowChain {
  readonly #genesis: GenesisDocument;
  readonly #store = createMemoryStore();
  #chain: Chain;
  #modules = createModules();

  constructor(genesis: GenesisDocument) {
    this.#genesis = genesis;
    this.#chain = this.#open();
  }

  get height(): number {
    return this.#chain.reader.head().number;
  }

  /** Hash of a block that it has. */
  hashOf(height: number): string | undefined {
    return this.#chain.reader.header(height)?.hash;
  }

  /** Executes the next block. Throws an AssertionError when anything differs, or an invariant of the state is broken. */
  follow({ header, transactions }: Block): void {
    if (header.number % blocksPerEngine === 0) this.#chain = this.#open();
    const decoded = transactions.map(({ raw }) => decodeTransaction(raw));
    const executed = this.#chain.execute({ miner: header.miner, report: decodeReport(header) }, decoded);
    assert.deepEqual(executed.block.header, header, `block ${header.number} executed again`);
    this.#chain.commit(executed);
    this.#assertInvariants();
  }

  #assertInvariants(): void {
    const state = this.#chain.headState();
    let sum = 0n;
    for (const [, { balance }] of allAccounts(this.#store)) sum += balance;
    assert.equal(totalSupply(state), sum, 'the supply is the sum of all balances');
    assertPools(state, poolsOf({ modules: this.#modules }));
  }

  #open(): Chain {
    this.#modules = createModules();
    const modules = this.#modules;
    const context = {
      engine: createEngine(),
      natives: joinNatives(precompiles('osaka'), modules),
      modules,
      validatorSet,
    };
    return openChain(this.#store, context, this.#genesis);
  }
}
