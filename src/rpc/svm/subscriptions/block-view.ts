import type { ChainReader, CommittedBlock, Receipt, SealedHeader } from '../../../chain/types.ts';
import type { Address } from '../../../primitives/address.ts';
import type { StateView } from '../../../state/types.ts';
import type { SvmTransaction } from '../../../svm/transaction.ts';
import { svmTransactionsOf } from '../ledger-transaction.ts';

/**
 * A committed block, with the derived data that several subscriptions need: each part is computed once, on first use.
 */
export class BlockView {
  readonly header: SealedHeader;
  readonly #chain: ChainReader;
  readonly #committed: CommittedBlock;
  #changed: ReadonlySet<Address> | undefined;

  constructor(chain: ChainReader, committed: CommittedBlock) {
    this.header = committed.block.header;
    this.#chain = chain;
    this.#committed = committed;
  }

  get committed(): CommittedBlock {
    return this.#committed;
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
  changedAccounts(): ReadonlySet<Address> {
    this.#changed ??= changedBy(this.#committed);
    return this.#changed;
  }
}

function changedBy({ receipts, hookChanges }: CommittedBlock): ReadonlySet<Address> {
  const changes = [...receipts.flatMap((receipt) => receipt.balanceChanges), ...hookChanges];
  return new Set(changes.map((change) => change.address));
}
