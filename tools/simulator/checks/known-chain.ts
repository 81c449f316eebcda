import assert from 'node:assert/strict';
import { decodeReport } from '#qord/chain/proposer-report-codec.ts';
import type { Block, ChainReader, SealedHeader } from '#qord/chain/types.ts';
import type { NetworkIdentity } from '#qord/kernel/module-sdk/signed-text.ts';
import type { Transaction } from '#qord/kernel/transaction/transaction.ts';
import { operatorOf, validatorSet } from '#qord/modules/readers.ts';
import type { Address } from '#qord/primitives/address.ts';
import type { Hash } from '#qord/primitives/hash.ts';
import type { Account, StateView } from '#qord/state/types.ts';
import type { Random } from '#qord/testing/random/random.ts';
import { accountOf } from '#qord/testing/sign-from.ts';
import { type LogPattern, type Mined, type ShownLog, type ShownReceipt, shownReceipt, somePattern } from './shown.ts';

/** Newest blocks of a history that are looked at. */
const historyBlocks = 40;

/** What a block is and came to. */
export type KnownBlock = {
  readonly header: SealedHeader;
  readonly transactions: readonly Mined[];
};

/** A transaction in the history of an account. */
export type Touching = { readonly height: number; readonly hash: Hash; readonly status: number | undefined };

/** What clients are told of a chain is compared with this. */
export abstract class KnownChain {
  protected abstract readonly reader: ChainReader;

  get network(): NetworkIdentity {
    return this.reader.identity;
  }

  /** Height of the genesis: below it there are no blocks. */
  get genesisHeight(): number {
    return this.reader.identity.genesisHeight;
  }

  get height(): number {
    return this.reader.head().number;
  }

  /** Time of the newest block, in seconds since 1970. */
  get time(): number {
    return this.reader.head().timestamp;
  }

  /** Hash of a block that it has. */
  hashOf(height: number): string | undefined {
    return this.reader.header(height)?.hash;
  }

  headerAt(height: number): SealedHeader | undefined {
    return this.reader.header(height);
  }

  /** Height of a block by its hash; undefined when it is gone. */
  heightOf(hash: string): number | undefined {
    return this.reader.heightOf(hash as Hash);
  }

  /** What is known of a block that it has. */
  blockAt(height: number): KnownBlock {
    const block = this.reader.block(height);
    const receipts = this.reader.receipts(height) ?? [];
    assert.ok(block);
    const { header } = block;
    const minedAt = (transaction: Transaction, index: number) => {
      const receipt = receipts[index];
      assert.ok(receipt);
      return { header, transaction, index, receipt };
    };
    return { header, transactions: block.transactions.map(minedAt) };
  }

  /** The logs of its transactions, as they are shown. */
  logsAt(height: number): readonly ShownLog[] {
    return this.blockAt(height).transactions.flatMap((mined) => shownReceipt(mined).logs);
  }

  /** A transaction in a block; undefined when it is in none. */
  mined(hash: Hash): Mined | undefined {
    const at = this.reader.locate(hash);
    return at && this.blockAt(at.height).transactions[at.index];
  }

  /** Asserts that a receipt is the one of its transaction, unless its block is gone. */
  assertReceipt(receipt: ShownReceipt): void {
    const mined = this.mined(receipt.transactionHash as Hash);
    if (mined?.header.hash === receipt.blockHash) assert.deepEqual(receipt, mined && shownReceipt(mined));
  }

  /** Mostly one that a log of one of the newest blocks fulfils. */
  somePattern(random: Random): LogPattern {
    return somePattern(random, this.logsAt(Math.max(this.genesisHeight, this.height - random.below(4))));
  }

  /** A block as consensus has decided it, and what came of it. */
  decidedAt(height: number) {
    const [before, after] = [this.reader.states.at(height - 1), this.reader.states.at(height)];
    assert.ok(before && after);
    const block = this.blockAt(height);
    const toOperator = (consensus: string) => operatorOf(before, consensus as Address) ?? consensus;
    return { ...block, report: decodeReport(block.header), validators: validatorSet(after), toOperator };
  }

  /** The state after a block that it has. */
  stateAt(height: number): StateView {
    const state = this.reader.states.at(height);
    assert.ok(state, `the state of block ${height} is known`);
    return state;
  }

  /** The state after the newest block. */
  headState(): StateView {
    return this.stateAt(this.height);
  }

  /** The account after a block. */
  accountAt(height: number, address: Address): Pick<Account, 'balance' | 'nonce'> {
    return this.stateAt(height).account(address) ?? { balance: 0n, nonce: 0n };
  }

  /** Accounts of a block: development accounts, and who takes part in a transaction of it. */
  someAccounts(height: number): readonly [Address, ...Address[]] {
    const { transactions = [] } = this.reader.block(height) ?? {};
    return [
      accountOf(height % 10),
      ...transactions.flatMap(({ sender, to }) => (to === undefined ? [sender] : [sender, to])),
    ];
  }

  /** Transactions before a place that touched an account, newest first, of some blocks; their sender or target, or who got or lost coins. */
  historyOf(account: Address, height: number, index: number): readonly Touching[] {
    const first = Math.max(this.genesisHeight + 1, height + 1 - historyBlocks);
    const blocks = [...this.blocksBetween(first, Math.min(height, this.height))];
    const touching = blocks.flatMap(({ header: { number }, transactions }) => {
      const receipts = this.reader.receipts(number) ?? [];
      return transactions.flatMap(({ hash, sender, to }, at) => {
        const { status, contractAddress, balanceChanges = [] } = receipts[at] ?? {};
        const parties = [sender, to, contractAddress, ...balanceChanges.map(({ address }) => address)];
        const isBefore = number < height || at < index;
        return isBefore && parties.includes(account) ? [{ height: number, hash, status }] : [];
      });
    });
    return touching.reverse();
  }

  /** Blocks in order, by default all after the genesis: they are read from its store, so that long runs keep little. */
  *blocksBetween(first = this.genesisHeight + 1, last = this.height): Iterable<Block> {
    for (let height = first; height <= last; height++) {
      const block = this.reader.block(height);
      assert.ok(block);
      yield block;
    }
  }

  /** Hashes of the blocks after this one, oldest first. */
  hashesAfter(hash: string): readonly string[] {
    const first = (this.heightOf(hash) ?? this.genesisHeight - 1) + 1;
    return Array.from({ length: this.height + 1 - first }, (_, at) => this.hashOf(first + at) ?? '');
  }
}
