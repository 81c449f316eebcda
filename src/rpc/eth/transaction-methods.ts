import type { CommittedBlock, SealedHeader, TransactionLocation } from '../../chain/types.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { toHex } from '../../primitives/hex.ts';
import { JsonText } from '../../primitives/json-text.ts';
import type { MaybePromise } from '../../primitives/maybe-promise.ts';
import { define, ofChain } from '../dispatch/define.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import { transactionText } from '../evm-common/json/transaction-json.ts';
import { heightOf, isPending } from '../evm-common/resolve-block.ts';
import { nullable, transactionSchema } from '../evm-common/schemas.ts';
import type { JsonValue } from '../json-value.ts';
import type { Methods } from '../method.ts';
import { type BlockRef, blockNumberParam } from '../params/block-ref.ts';
import { dataSchema, hashParam } from '../params/bytes.ts';
import { countParam } from '../params/quantity.ts';

const hash = hashParam('hash', 'Hash of the transaction.');
const blockHash = hashParam('blockHash', 'Hash of the block.');
const index = countParam('index', 'Position in the block.');
const transactionOrNull = nullable(transactionSchema);
const rawOrNull = nullable(dataSchema);

/** Transactions by hash or position; null for those that do not exist. */
export function transactionMethods({ chain, node }: Pick<EthDependencies, 'chain' | 'node'>): Methods {
  const find = (at: TransactionLocation | undefined): Found | undefined => {
    if (at === undefined) return undefined;
    const header = chain.header(at.height);
    const transaction = chain.transaction(at);
    return header && transaction && { header, transaction, index: at.index };
  };
  const readFound = <T>(ref: BlockRef, position: number, read: (found: Found | undefined) => T): MaybePromise<T> => {
    if (isPending(ref)) {
      const readOf = ({ block }: CommittedBlock) => {
        const transaction = block.transactions[position];
        return read(transaction && { transaction });
      };
      const made = node.pendingBlock();
      return made instanceof Promise ? made.then(readOf) : readOf(made);
    }
    const height = heightOf(chain, ref);
    return read(height === undefined ? undefined : find({ height, index: position }));
  };
  return {
    eth_getTransactionByHash: ofChain(
      define('Transaction by hash, in a block or waiting.', [hash], transactionOrNull, ([wanted]) => {
        const found = find(chain.locate(wanted));
        if (found !== undefined) return textOf(found);
        const waiting = node.mempool.get(wanted);
        return waiting === undefined ? null : new JsonText(transactionText(waiting));
      }),
    ),
    eth_getTransactionByBlockNumberAndIndex: define(
      'Transaction by its position.',
      [blockNumberParam, index],
      transactionOrNull,
      ([ref, position]) => readFound(ref, position, textOf),
    ),
    eth_getTransactionByBlockHashAndIndex: define(
      'Transaction by its position.',
      [blockHash, index],
      transactionOrNull,
      ([wanted, position]) => readFound({ by: 'hash', hash: wanted }, position, textOf),
    ),
    eth_getRawTransactionByHash: define(
      'Transaction as it was signed, in a block or waiting.',
      [hash],
      rawOrNull,
      ([wanted]) => rawOf(find(chain.locate(wanted))?.transaction ?? node.mempool.get(wanted)),
    ),
    eth_getRawTransactionByBlockNumberAndIndex: define(
      'Transaction as it was signed, by its position.',
      [blockNumberParam, index],
      rawOrNull,
      ([ref, position]) => readFound(ref, position, (found) => rawOf(found?.transaction)),
    ),
    eth_getRawTransactionByBlockHashAndIndex: define(
      'Transaction as it was signed, by its position.',
      [blockHash, index],
      rawOrNull,
      ([wanted, position]) => readFound({ by: 'hash', hash: wanted }, position, (found) => rawOf(found?.transaction)),
    ),
  };
}

/** A transaction of the pending block has no position yet. */
type Found =
  | { readonly transaction: Transaction; readonly header: SealedHeader; readonly index: number }
  | { readonly transaction: Transaction; readonly header?: undefined };

function textOf(found: Found | undefined): JsonValue {
  if (found === undefined) return null;
  const { transaction, header } = found;
  return new JsonText(
    header === undefined ? transactionText(transaction) : transactionText(transaction, header, found.index),
  );
}

function rawOf(transaction: Transaction | undefined): JsonValue {
  return transaction === undefined ? null : toHex(transaction.raw);
}
