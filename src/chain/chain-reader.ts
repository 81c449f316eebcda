import type { BlockEnvironment, Log } from '../kernel/engine.ts';
import { baseFeeFloorAfter } from '../kernel/fee-floor.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import type { Address } from '../primitives/address.ts';
import { type CacheSizes, cacheSizes } from '../primitives/cache-sizes.ts';
import type { Hash } from '../primitives/hash.ts';
import type { Hex } from '../primitives/hex.ts';
import type { AccountRange, AccountRangeRequest } from '../state/account-range.ts';
import { allAccounts } from '../state/all-accounts.ts';
import type { StateProof } from '../state/proof.ts';
import type { StateReader } from '../state/state-reader.ts';
import type { Account, StateChanges, StateView } from '../state/types.ts';
import type { Reader } from '../store/types.ts';
import { nextBaseFee } from './base-fee.ts';
import { LogBlooms } from './bloom.ts';
import { type BlockHashes, type ChainRules, environmentOf, nextEnvironment } from './environment.ts';
import { firstHeight } from './genesis/first-height.ts';
import { findLogs, searchLogs } from './log-query.ts';
import { cached, ReadCaches } from './read-caches.ts';
import { findTransactionsAfter, findTransactionsOf } from './storage/account-index.ts';
import { type HashPosition, positionsOf } from './storage/hash-index.ts';
import {
  type ReceiptContext,
  readBodySizes,
  readEvents,
  readHead,
  readHeader,
  readHookChanges,
  readLogRows,
  readReceipt,
  readReceipts,
  readTransaction,
  readTransactionHash,
  readTransactionHashes,
  readTransactions,
  visitStoredBlock,
} from './storage/read-block.ts';
import type {
  AccountTransaction,
  BalanceChange,
  Block,
  BodySizes,
  ChainIdentity,
  ChainReader,
  CommittedBlock,
  Header,
  LocatedLog,
  LogFilter,
  LogSearch,
  Receipt,
  SealedHeader,
  StoredBlockVisitor,
  TransactionLocation,
} from './types.ts';

/** The committed chain in a store, with caches of decoded data. */
export class StoredChainReader implements ChainReader {
  readonly identity: ChainIdentity;
  readonly #reader: Reader;
  readonly #rules: ChainRules;
  readonly #states: StateReader;
  readonly #first: number;
  readonly cacheSizes: CacheSizes;
  readonly #caches: ReadCaches;
  readonly #blooms = new LogBlooms();
  readonly #environments = new WeakMap<SealedHeader, BlockEnvironment>();
  #head: SealedHeader;
  /** the floor of the base fee after a head */
  #floor: { readonly head: SealedHeader; readonly floor: bigint } | undefined;
  #transactionTotal: number;

  /** Throws when the store holds no chain. */
  constructor(
    reader: Reader,
    identity: ChainIdentity,
    rules: ChainRules,
    states: StateReader,
    caches: CacheSizes = cacheSizes(),
  ) {
    this.cacheSizes = caches;
    this.#caches = new ReadCaches(caches, (height) => this.bodySizes(height));
    this.#reader = reader;
    this.identity = identity;
    this.#rules = rules;
    this.#states = states;
    this.#first = firstHeight(identity);
    ({ head: this.#head, transactions: this.#transactionTotal } = readHead(reader));
  }

  /** Makes a block the head that this process has just committed. */
  advanceTo({ block, receipts }: CommittedBlock): void {
    const { header } = block;
    this.#head = header;
    this.#caches.headers.set(header.number, header);
    this.#caches.blocks.set(header.number, block);
    this.#caches.receipts.set(header.number, receipts);
    this.#transactionTotal += header.transactionCount;
  }

  /** Clears the caches and reads the head anew, after a rewind. */
  reset(): void {
    this.#caches.clear();
    this.refresh();
  }

  /** Moves to the head that another thread or process has committed. */
  refresh(): void {
    ({ head: this.#head, transactions: this.#transactionTotal } = readHead(this.#reader));
    this.#states.refresh();
  }

  head(): SealedHeader {
    return this.#head;
  }

  header(height: number): SealedHeader | undefined {
    if (!this.#has(height)) return undefined;
    return cached(this.#caches.headers, height, () => readHeader(this.#reader, height));
  }

  heightOf(blockHash: Hash): number | undefined {
    const isIt = ({ height, index }: HashPosition) => index === undefined && this.header(height)?.hash === blockHash;
    return this.#positionsOf(blockHash).find(isIt)?.height;
  }

  block(height: number): Block | undefined {
    const header = this.header(height);
    if (header === undefined) return undefined;
    return cached(this.#caches.blocks, height, () => ({
      header,
      transactions: readTransactions(this.#reader, height),
    }));
  }

  transactionHashes(height: number): readonly Hash[] | undefined {
    if (!this.#has(height)) return undefined;
    const block = this.#caches.blocks.get(height);
    return block?.transactions.map(({ hash }) => hash) ?? readTransactionHashes(this.#reader, height);
  }

  visitStoredBlock(height: number, visit: StoredBlockVisitor): boolean {
    return this.#has(height) && visitStoredBlock(this.#reader, height, visit);
  }

  receipts(height: number): readonly Receipt[] | undefined {
    if (!this.#has(height)) return undefined;
    return cached(this.#caches.receipts, height, () => readReceipts(this.#reader, height, this.#partsOf(height)));
  }

  #partsOf(height: number): ReceiptContext {
    return {
      blooms: this.#blooms,
      transactions: () => this.block(height)?.transactions ?? [],
      transactionAt: (index) => this.transaction({ height, index }),
      baseFee: () => this.header(height)?.baseFee,
    };
  }

  bodySizes(height: number): BodySizes {
    return cached(this.#caches.bodySizes, height, () => readBodySizes(this.#reader, height));
  }

  events(height: number): readonly Log[] | undefined {
    return this.#has(height) ? readEvents(this.#reader, height) : undefined;
  }

  hookChanges(height: number): readonly BalanceChange[] | undefined {
    return this.#has(height) ? readHookChanges(this.#reader, height) : undefined;
  }

  locate(hash: Hash): TransactionLocation | undefined {
    for (const { height, index } of this.#positionsOf(hash)) {
      if (index !== undefined && this.#transactionHash({ height, index }) === hash) return { height, index };
    }
    return undefined;
  }

  /** Hash of a transaction, which is not decoded: who asks for its receipt mostly gets a cached text. */
  #transactionHash(at: TransactionLocation): Hash | undefined {
    const block = this.#caches.blocks.get(at.height);
    return block === undefined ? readTransactionHash(this.#reader, at) : block.transactions[at.index]?.hash;
  }

  #positionsOf(hash: Hash): readonly HashPosition[] {
    const total = this.#transactionTotal + this.#head.number - this.#first;
    return positionsOf(this.#reader, hash, total).filter(({ height }) => this.#has(height));
  }

  transaction(at: TransactionLocation): Transaction | undefined {
    return this.#has(at.height) ? this.#caches.transaction(at, () => readTransaction(this.#reader, at)) : undefined;
  }

  receipt(at: TransactionLocation): Receipt | undefined {
    if (!this.#has(at.height)) return undefined;
    const receipts = this.#caches.receipts.get(at.height);
    return receipts === undefined ? readReceipt(this.#reader, at, this.#partsOf(at.height)) : receipts[at.index];
  }

  logs(filter: LogFilter): readonly LocatedLog[] {
    return findLogs(this.#reader, this.#upToHead(filter), this.#rowsOf);
  }

  searchLogs(filter: LogFilter, beforeBlock?: (height: number) => void): LogSearch {
    const rowsOf = (height: number) => {
      beforeBlock?.(height);
      return this.#rowsOf(height);
    };
    return searchLogs(this.#reader, this.#upToHead(filter), rowsOf);
  }

  readonly #rowsOf = (height: number): Uint8Array =>
    cached(this.#caches.logRows, height, () => readLogRows(this.#reader, height));

  #upToHead(filter: LogFilter): LogFilter {
    return { ...filter, toHeight: Math.min(filter.toHeight, this.#head.number) };
  }

  transactionsOf(
    account: Address | 'all',
    before: TransactionLocation | undefined,
    limit: number,
  ): readonly AccountTransaction[] {
    return findTransactionsOf(this.#reader, account, before ?? { height: this.#head.number + 1, index: 0 }, limit);
  }

  transactionsAfter(account: Address, height: number, limit: number): readonly AccountTransaction[] {
    return findTransactionsAfter(this.#reader, account, height, limit).filter((at) => at.height <= this.#head.number);
  }

  transactionTotal(): number {
    return this.#transactionTotal;
  }

  stateAt(height: number): StateView | undefined {
    return this.#has(height) ? this.#states.at(height) : undefined;
  }

  accountsFrom(start: Address, limit: number): readonly (readonly [Address, Account])[] {
    return [...allAccounts(this.#reader, start, limit)];
  }

  accountRange(height: number, request: AccountRangeRequest): AccountRange | undefined {
    return this.#has(height) ? this.#states.accountRange(height, request) : undefined;
  }

  proof(address: Address, keys: readonly Hex[], height: number, onProgress?: () => void): StateProof | undefined {
    return this.#has(height) ? this.#states.proof(address, keys, height, onProgress) : undefined;
  }

  rootAfter(height: number, changes: StateChanges): Hash | undefined {
    return this.#states.rootAfter(height, changes);
  }

  /** Wei per gas that the base fee of the next block does not go below. */
  baseFeeFloor(): bigint {
    if (this.#floor?.head !== this.#head) {
      const floor = baseFeeFloorAfter(this.#states.head, this.#rules.parameters.baseFeeFloor);
      this.#floor = { head: this.#head, floor };
    }
    return this.#floor.floor;
  }

  baseFeeAfter(parent: Pick<Header, 'gasUsed' | 'gasLimit' | 'baseFee'>): bigint {
    return nextBaseFee(parent, { baseFeeFloor: this.baseFeeFloor() });
  }

  environmentAt(height: number | 'next'): BlockEnvironment | undefined {
    if (height !== 'next') {
      const header = this.header(height);
      return header && this.#environmentOf(header);
    }
    const { miner, timestamp } = this.#head;
    const report = { time: timestamp * 1000, waitingTransactions: 0, waitingBytes: 0, votes: [], misbehaviour: [] };
    const above = { hashes: this.#hashAt, baseFeeFloor: this.baseFeeFloor() };
    return nextEnvironment(this.#head, { miner, report }, this.#rules, above);
  }

  /** Returns the same object for the same header: the engine need not load it again. */
  #environmentOf(header: SealedHeader): BlockEnvironment {
    let environment = this.#environments.get(header);
    if (environment === undefined) {
      environment = environmentOf(header, this.#rules, this.#hashAt);
      this.#environments.set(header, environment);
    }
    return environment;
  }

  readonly #hashAt: BlockHashes = (height) => this.hashOf(height);

  /** Hash of a block; of the origin's below a fork. */
  hashOf(height: number): Hash | undefined {
    const { origin } = this.#states;
    return origin !== undefined && height < this.#first ? origin.blockHash(height) : this.header(height)?.hash;
  }

  #has(height: number): boolean {
    return Number.isInteger(height) && height >= this.#first && height <= this.#head.number;
  }
}
