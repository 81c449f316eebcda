import type { ChainReader, CommittedBlock, Receipt, SealedHeader } from '../../../chain/types.ts';
import type { StateView } from '../../../state/types.ts';
import type { AccountName } from '../../../svm/account-name.ts';
import type { SvmTransaction } from '../../../svm/transaction.ts';
import { svmTransactionsOf } from '../ledger-transaction.ts';
import { svmOnlySums } from '../svm-only-payments.ts';

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
