import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { GenesisDocument } from '#qord/chain/genesis/parse-genesis.ts';
import type { CommittedBlock } from '#qord/chain/types.ts';
import { verifyChain } from '#qord/chain/verify/verify-chain.ts';
import { TransactionFaultError } from '#qord/evm/transaction/fault.ts';
import type { ProposerReport } from '#qord/kernel/module.ts';
import { poolsOf } from '#qord/kernel/pools.ts';
import type { Transaction } from '#qord/kernel/transaction/transaction.ts';
import { MempoolError } from '#qord/mempool/fault.ts';
import { openMempool } from '#qord/mempool/open-mempool.ts';
import { mempoolOptions } from '#qord/mempool/options.ts';
import { createModules } from '#qord/modules/index.ts';
import { zeroAddress } from '#qord/primitives/address.ts';
import { weiPerQor } from '#qord/primitives/units.ts';
import { openLmdbStore } from '#qord/store/lmdb-store.ts';
import { createMemoryStore } from '#qord/store/memory-store.ts';
import type { Store } from '#qord/store/types.ts';
import { type ModuleChain, openModuleChain } from '#qord/testing/module-chain.ts';
import { assertPools } from '#qord/testing/modules/pools.ts';
import { copyRows } from '../../growth/copy-store.ts';
import { modulesPayingForRows } from './counted-rows.ts';

/** Nothing ends a block but its gas: so its content does not depend on time. */
const noDeadline = { isOver: () => false, hasTimeFor: () => true };

/**
 * Two nodes of one network. The first has a pool, builds blocks, keeps its data on disk and is restarted; the second
 * executes the same blocks in memory, where calls must pay for the rows that they read. Their hashes must be equal.
 */
export class PairedChains {
  readonly #folder: string;
  #genesis: GenesisDocument;
  #exports = 0;
  #store: Store;
  #first: ReturnType<typeof openFirst>;
  #second: ModuleChain;
  readonly #modules = createModules();

  /** `data`: of a chain with that genesis, which is copied and continues */
  constructor(genesis: GenesisDocument, folder: string, data?: Store) {
    this.#folder = folder;
    this.#genesis = genesis;
    this.#store = this.#openStore();
    const memory = createMemoryStore();
    if (data !== undefined) for (const store of [this.#store, memory]) copyRows(data, store);
    this.#first = openFirst(genesis, this.#store);
    this.#second = openSecond(genesis, memory);
  }

  get network(): ModuleChain {
    return this.#first.network;
  }

  /** Whether the pool takes the transaction. Throws any other error than a rejection. */
  submit(transaction: Transaction): boolean {
    try {
      this.#first.pool.add(transaction);
      return true;
    } catch (error) {
      if (error instanceof MempoolError || error instanceof TransactionFaultError) return false;
      throw error;
    }
  }

  /** Builds a block of what is in the pool, and executes it on the second node. */
  mine(report: Pick<ProposerReport, 'time' | 'votes' | 'misbehaviour'>): CommittedBlock {
    const { network, pool } = this.#first;
    const { chain } = network;
    const proposal = { miner: zeroAddress, report: { ...report, waitingTransactions: 0, waitingBytes: 0 } };
    const { executed, rejected } = chain.next.build(proposal, pool.candidates(chain.next.baseFee()), noDeadline);
    for (const { transaction, error } of rejected) {
      if (!(error instanceof TransactionFaultError)) throw error;
      pool.remove(transaction.hash);
    }
    const second = this.#second.chain.next.execute(proposal, executed.block.transactions);
    assert.equal(second.block.header.hash, executed.block.header.hash, 'both nodes have the same block');
    chain.commit(executed);
    this.#second.chain.commit(second);
    network.assertSupply();
    assertPools(chain.headState(), poolsOf({ modules: this.#modules }));
    return executed;
  }

  /** Closes the first node and starts it again with its data; the pool is lost. */
  async restart(): Promise<void> {
    await this.#store.close();
    this.#store = this.#openStore();
    this.#first = openFirst(this.#genesis, this.#store);
  }

  /** Starts both nodes again from what the first one exports; nothing must be wrong on them. */
  async exportAndImport(): Promise<void> {
    this.#genesis = this.#first.network.exported();
    this.verify();
    await this.#store.close();
    this.#exports++;
    this.#store = this.#openStore();
    this.#first = openFirst(this.#genesis, this.#store);
    this.#second = openSecond(this.#genesis);
  }

  /** Asserts what `qord verify` checks. */
  verify(): void {
    const [wrong] = verifyChain(this.#store, true, () => {});
    assert.equal(wrong, undefined);
  }

  async close(): Promise<void> {
    await this.#store.close();
  }

  #openStore(): Store {
    return openLmdbStore(join(this.#folder, String(this.#exports)), { durable: false });
  }
}

const openSecond = (genesis: GenesisDocument, store?: Store) =>
  openModuleChain(genesis, modulesPayingForRows(createModules()), store);

function openFirst(genesis: GenesisDocument, store: Store) {
  const network = openModuleChain(genesis, createModules(), store);
  const policy = { feeLimitWei: 1_000_000n * weiPerQor, allowsUnprotected: false };
  return { network, pool: openMempool(network.chain, mempoolOptions.parse({}), policy) };
}
