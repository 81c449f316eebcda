import type { ChainReader, SealedHeader } from '../../../chain/contract.ts';
import type { Address } from '../../../primitives/address.ts';
import type { StateView } from '../../../state/contract.ts';
import type { SvmTransaction } from '../../../svm/transaction.ts';
import type { CommittedBlock } from '../../contract.ts';
import { readSvmTransactions } from '../ledger-transaction.ts';

/** A block just committed, with the views of it that subscribers ask for: each is made once, when first needed. */
export class BlockNews {
  readonly header: SealedHeader;
  readonly #chain: ChainReader;
  readonly #committed: CommittedBlock;
  #transactions: readonly SvmTransaction[] | undefined;

  constructor(chain: ChainReader, committed: CommittedBlock) {
    this.header = committed.block.header;
    this.#chain = chain;
    this.#committed = committed;
  }

  get committed(): CommittedBlock {
    return this.#committed;
  }

  /** The state after the block. */
  get state(): StateView {
    const state = this.#chain.stateAt(this.header.number);
    if (state === undefined) throw new Error(`no state at height ${this.header.number}, just committed`);
    return state;
  }

  get transactions(): readonly SvmTransaction[] {
    this.#transactions ??= readSvmTransactions(this.#chain, this.#committed.block, this.#committed.receipts);
    return this.#transactions;
  }

  /** Accounts whose balance the block changed, by its transactions or by itself; without the fee collector. */
  changedAccounts(): ReadonlySet<Address> {
    const { receipts, hookChanges } = this.#committed;
    const changes = [...receipts.flatMap((receipt) => receipt.balanceChanges), ...hookChanges];
    return new Set(changes.map((change) => change.address));
  }
}
