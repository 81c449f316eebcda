import type { ChainReader, CommittedBlock, Receipt, RewindEvent, SealedHeader } from '../../../chain/types.ts';
import { feeCollector } from '../../../kernel/module-account.ts';
import { svmOnlyLamports } from '../../../modules/readers.ts';
import type { StateView } from '../../../state/types.ts';
import { emptyAccount, ledgerLamports, readSvmAccount, type SvmAccount } from '../../../svm/account.ts';
import { type AccountName, keyOf } from '../../../svm/account-name.ts';
import type { SvmTransaction } from '../../../svm/transaction.ts';
import { svmTransactionsOf } from '../ledger-transaction.ts';
import { svmOnlySums } from '../svm-only-payments.ts';

/** What feeds of accounts read: a state, and the accounts that may differ from what was told before. */
export type ChangedState = Pick<BlockView, 'header' | 'state' | 'changedAccounts' | 'lamportsBefore'>;

/** Accounts that the removal of blocks has changed, with the lamports that they had; undefined: others than now. */
export type LamportsBefore = ReadonlyMap<AccountName, bigint | undefined>;

/** The newest state after blocks of a development network were removed. */
export function rewoundState(chain: ChainReader, before: LamportsBefore): ChangedState {
  const header = chain.head();
  return {
    header,
    get state() {
      return chain.states.at(header.number);
    },
    changedAccounts: () => new Set(before.keys()),
    lamportsBefore: () => (name) => before.get(name),
  };
}

/** What the removal of blocks has changed; without the fee collector, as for blocks. */
export function changedByRemoval({ balances, removed }: RewindEvent): LamportsBefore {
  const paid = svmOnlySums(removed.flatMap(({ receipts }) => receipts.flatMap(({ logs }) => logs)));
  const before = new Map<AccountName, bigint | undefined>();
  for (const [address, wei] of balances) before.set(address, ledgerLamports(address, wei));
  for (const [key, lamports] of paid) if (lamports !== 0n) before.set(key, undefined);
  before.delete(feeCollector);
  return before;
}

/** An account in a state, as `accountSubscribe` shows it: one that does not exist is empty. */
export function accountAt(state: StateView, name: AccountName): SvmAccount {
  return readSvmAccount(state, keyOf(name), (key) => svmOnlyLamports(state, key)) ?? emptyAccount;
}

/**
 * A committed block, with the derived data that several subscriptions need: each part is computed once, on first use.
 */
export class BlockView {
  readonly header: SealedHeader;
  readonly #chain: ChainReader;
  readonly #committed: CommittedBlock;
  #changed: ReadonlySet<AccountName> | undefined;

  constructor(chain: ChainReader, committed: CommittedBlock) {
    this.header = committed.block.header;
    this.#chain = chain;
    this.#committed = committed;
  }

  get committed(): CommittedBlock {
    return this.#committed;
  }

  /** Reads the lamports of accounts before the block; undefined when that state has gone. */
  lamportsBefore(): (name: AccountName) => bigint | undefined {
    const parent = this.#chain.states.at(this.header.number - 1);
    return (name) => parent && accountAt(parent, name).lamports;
  }

  /** The state after the block; undefined when a development network has been rewound past the block. */
  get state(): StateView | undefined {
    return this.#chain.states.at(this.header.number);
  }

  /** Each transaction in SVM shape, with its receipt. */
  transactions(): Iterable<readonly [SvmTransaction, Receipt]> {
    const { block, receipts } = this.#committed;
    return svmTransactionsOf(this.#chain, block, receipts);
  }

  /** Accounts whose balance the block changed, by its transactions or by itself; without the fee collector. */
  changedAccounts(): ReadonlySet<AccountName> {
    this.#changed ??= changedBy(this.#committed);
    return this.#changed;
  }
}

function changedBy({ receipts, hookChanges, events }: CommittedBlock): ReadonlySet<AccountName> {
  const changes = [...receipts.flatMap((receipt) => receipt.balanceChanges), ...hookChanges];
  const logs = [...receipts.flatMap((receipt) => receipt.logs), ...events];
  return new Set<AccountName>([...changes.map(({ address }) => address), ...svmOnlySums(logs).keys()]);
}
