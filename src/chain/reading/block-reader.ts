import type { Log } from '../../kernel/engine.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { CacheSizes } from '../../primitives/cache-sizes.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { OriginState } from '../../state/origin-state.ts';
import type { Reader } from '../../store/types.ts';
import { LogBlooms } from '../bloom.ts';
import { type HashPosition, positionsOf } from '../storage/hash-index.ts';
import {
  eachLog,
  readBodySizes,
  readEvents,
  readHead,
  readHeader,
  readHookChanges,
  readReceipt,
  readReceipts,
  readTransaction,
  readTransactionHash,
  readTransactionHashes,
  readTransactions,
} from '../storage/read-block.ts';
import type {
  BalanceChange,
  Block,
  BlockReader,
  BodySizes,
  CommittedBlock,
  Receipt,
  SealedHeader,
  TransactionLocation,
} from '../types.ts';
import { cached, ReadCaches } from './read-caches.ts';

/** The committed blocks in a store, with caches of decoded ones. */
export class StoredBlocks implements BlockReader {
  readonly #reader: Reader;
  readonly #first: number;
  readonly #origin: OriginState | undefined;
  /** Caches of decoded rows */
  protected readonly caches: ReadCaches;
  readonly #blooms = new LogBlooms();
  #head: SealedHeader;
  #transactionTotal: number;

  /** `first`: height of the first block; `origin`: what lies below it. Throws when the store holds no chain. */
  constructor(reader: Reader, first: number, origin: OriginState | undefined, caches: CacheSizes) {
    this.#reader = reader;
    this.#first = first;
    this.#origin = origin;
    this.caches = new ReadCaches(caches, (height) => this.bodySizes(height));
    ({ head: this.#head, transactions: this.#transactionTotal } = readHead(reader));
  }

  /** Makes a block the head that this process has just committed. */
  advanceTo({ block, receipts }: CommittedBlock): void {
    const { header } = block;
    this.#head = header;
    this.caches.headers.set(header.number, header);
    this.caches.blocks.set(header.number, block);
    this.caches.receipts.set(header.number, receipts);
    this.#transactionTotal += header.transactionCount;
  }

  /** Clears the caches of blocks and reads the head again, after a rewind by this process, which the states follow. */
  reset(): void {
    this.caches.clear();
    this.#readHead();
  }

  /** Moves to the head that another thread or process has committed. */
  refresh(): void {
    this.#readHead();
  }

  #readHead(): void {
    ({ head: this.#head, transactions: this.#transactionTotal } = readHead(this.#reader));
  }

  head(): SealedHeader {
    return this.#head;
  }

  header(height: number): SealedHeader | undefined {
    if (!this.has(height)) return undefined;
    return cached(this.caches.headers, height, () => readHeader(this.#reader, height));
  }

  heightOf(blockHash: Hash): number | undefined {
    const isIt = ({ height, index }: HashPosition) => index === undefined && this.header(height)?.hash === blockHash;
    return this.#positionsOf(blockHash).find(isIt)?.height;
  }

  block(height: number): Block | undefined {
    const header = this.header(height);
    if (header === undefined) return undefined;
    return cached(this.caches.blocks, height, () => ({
      header,
      transactions: readTransactions(this.#reader, height),
    }));
  }

  transactionHashes(height: number): readonly Hash[] | undefined {
    if (!this.has(height)) return undefined;
    const block = this.caches.blocks.get(height);
    return block?.transactions.map(({ hash }) => hash) ?? readTransactionHashes(this.#reader, height);
  }

  receipts(height: number): readonly Receipt[] | undefined {
    if (!this.has(height)) return undefined;
    return cached(this.caches.receipts, height, () => {
      // one by one: a block may be too large to be cached
      const transactionAt = (index: number) => this.transaction({ height, index });
      return readReceipts(this.#reader, height, { blooms: this.#blooms, transactionAt });
    });
  }

  eachLog(height: number, first: number): Iterable<Log> {
    return this.has(height) ? eachLog(this.#reader, height, first) : [];
  }

  bodySizes(height: number): BodySizes {
    return cached(this.caches.bodySizes, height, () => readBodySizes(this.#reader, height));
  }

  events(height: number): readonly Log[] | undefined {
    return this.has(height) ? readEvents(this.#reader, height) : undefined;
  }

  hookChanges(height: number): readonly BalanceChange[] | undefined {
    return this.has(height) ? readHookChanges(this.#reader, height) : undefined;
  }

  locate(hash: Hash): TransactionLocation | undefined {
    for (const { height, index } of this.#positionsOf(hash)) {
      if (index !== undefined && this.#transactionHash({ height, index }) === hash) return { height, index };
    }
    return undefined;
  }

  /** Hash of a transaction, which is not decoded: who asks for its receipt mostly gets a cached text. */
  #transactionHash(at: TransactionLocation): Hash | undefined {
    const block = this.caches.blocks.get(at.height);
    return block === undefined ? readTransactionHash(this.#reader, at) : block.transactions[at.index]?.hash;
  }

  #positionsOf(hash: Hash): readonly HashPosition[] {
    const total = this.#transactionTotal + this.#head.number - this.#first;
    return positionsOf(this.#reader, hash, total).filter(({ height }) => this.has(height));
  }

  transaction(at: TransactionLocation): Transaction | undefined {
    if (!this.has(at.height)) return undefined;
    const block = this.caches.blocks.get(at.height);
    return block === undefined ? readTransaction(this.#reader, at) : block.transactions[at.index];
  }

  receipt(at: TransactionLocation): Receipt | undefined {
    if (!this.has(at.height)) return undefined;
    const receipts = this.caches.receipts.get(at.height);
    if (receipts !== undefined) return receipts[at.index];
    return readReceipt(this.#reader, at, { blooms: this.#blooms, transactionAt: () => this.transaction(at) });
  }

  transactionTotal(): number {
    return this.#transactionTotal;
  }

  hashOf(height: number): Hash | undefined {
    if (this.#origin !== undefined && height < this.#first) return this.#origin.blockHash(height);
    return this.header(height)?.hash;
  }

  /** Whether there is such a block. */
  has(height: number): boolean {
    return Number.isInteger(height) && height >= this.#first && height <= this.#head.number;
  }
}
