import type { ChainReader, CommittedBlock, Receipt, RewindEvent, SealedHeader } from '../../../chain/types.ts';
import { feeCollector } from '../../../kernel/module-account.ts';
import type { StateView } from '../../../state/types.ts';
import type { AccountName } from '../../../svm/account-name.ts';
import type { SvmTransaction } from '../../../svm/transaction.ts';
import { svmTransactionsOf } from '../ledger-transaction.ts';
import { svmOnlySums } from '../svm-only-payments.ts';

/** What feeds of accounts read: a state, and the accounts that may differ from what was told before. */
export type ChangedState = Pick<BlockView, 'header' | 'state' | 'parentState' | 'changedAccounts'>;

/** The newest state after blocks of a development network were removed. */
export function rewoundState(chain: ChainReader, changed: ReadonlySet<AccountName>): ChangedState {
  const header = chain.head();
  return {
    header,
    get state() {
      return chain.states.at(header.number);
    },
    parentState: undefined,
    changedAccounts: () => changed,
  };
}

/** Accounts whose balance the removal of blocks may have changed; without the fee collector, as for blocks. */
export function changedByRemoval({ changed, removed }: RewindEvent): readonly AccountName[] {
  const ofSvm = svmOnlySums(removed.flatMap(({ receipts }) => receipts.flatMap(({ logs }) => logs)));
  return [...[...changed].filter((address) => address !== feeCollector), ...ofSvm.keys()];
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

  /** The state before the block. */
  get parentState(): StateView | undefined {
    return this.#chain.states.at(this.header.number - 1);
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
