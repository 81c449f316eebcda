import { feeCap, type Transaction } from '../../kernel/transaction/transaction.ts';
import { type Address, toChecksum } from '../../primitives/address.ts';
import { quantity } from '../../primitives/quantity.ts';
import { define } from '../dispatch/define.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import { transactionText } from '../evm-common/json/transaction-json.ts';
import { addressParam } from '../params/bytes.ts';
import { quantitySchema } from '../params/quantity.ts';
import { type JsonSchema, JsonText, type JsonValue, type Methods } from '../types.ts';

const statusSchema: JsonSchema = { type: 'object', properties: { pending: quantitySchema, queued: quantitySchema } };
const contentSchema: JsonSchema = { type: 'object', description: 'pending and queued: by sender, then by nonce.' };
const sender = addressParam('address', 'The sender.');

/** The txpool_ namespace: transactions in the pool. */
export function txpoolMethods({ node: { mempool } }: Pick<EthDependencies, 'node'>): Methods {
  return {
    txpool_status: define('Number of transactions in the pool.', [], statusSchema, () => {
      const { pending, queued } = mempool.counts();
      return { pending: quantity(pending), queued: quantity(queued) };
    }),
    txpool_content: define('All transactions in the pool.', [], contentSchema, () => {
      const { pending, queued } = mempool.content();
      return { pending: bySender(pending, toJson), queued: bySender(queued, toJson) };
    }),
    txpool_contentFrom: define('The transactions of one sender in the pool.', [sender], contentSchema, ([address]) => {
      const { pending, queued } = mempool.contentOf(address);
      return { pending: byNonce(pending, toJson), queued: byNonce(queued, toJson) };
    }),
    txpool_inspect: define('All transactions in the pool, as a line of text each.', [], contentSchema, () => {
      const { pending, queued } = mempool.content();
      return { pending: bySender(pending, toLine), queued: bySender(queued, toLine) };
    }),
  };
}

type View = (tx: Transaction) => JsonValue;

function bySender(transactions: readonly Transaction[], view: View): JsonValue {
  const groups = new Map<Address, Transaction[]>();
  for (const tx of transactions) {
    const own = groups.get(tx.sender);
    if (own === undefined) groups.set(tx.sender, [tx]);
    else own.push(tx);
  }
  return Object.fromEntries([...groups].map(([address, own]) => [toChecksum(address), byNonce(own, view)]));
}

function byNonce(transactions: readonly Transaction[], view: View): { [nonce: string]: JsonValue } {
  return Object.fromEntries(transactions.map((tx) => [tx.nonce.toString(), view(tx)]));
}

function toJson(tx: Transaction): JsonText {
  return new JsonText(transactionText(tx));
}

function toLine(tx: Transaction): string {
  const target = tx.to === undefined ? 'contract creation' : toChecksum(tx.to);
  return `${target}: ${tx.value} wei + ${tx.gasLimit} gas × ${feeCap(tx)} wei`;
}
