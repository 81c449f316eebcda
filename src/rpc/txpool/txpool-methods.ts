import { feeCap, type Transaction } from '../../kernel/transaction/transaction.ts';
import { toChecksum } from '../../primitives/address.ts';
import { quantity } from '../../primitives/quantity.ts';
import { define } from '../dispatch/define.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import { transactionText } from '../evm-common/json/transaction-json.ts';
import type { LongTexts } from '../execution/long-texts.ts';
import type { JsonSchema, Methods } from '../method.ts';
import { addressParam } from '../params/bytes.ts';
import { quantitySchema } from '../params/quantity.ts';

const statusSchema: JsonSchema = { type: 'object', properties: { pending: quantitySchema, queued: quantitySchema } };
const contentSchema: JsonSchema = { type: 'object', description: 'pending and queued: by sender, then by nonce.' };
const sender = addressParam('address', 'The sender.');

/** The txpool_ namespace: transactions in the pool, which may have 256 MB. */
export function txpoolMethods({ node: { mempool } }: Pick<EthDependencies, 'node'>, texts: LongTexts): Methods {
  return {
    txpool_status: define('Number of transactions in the pool.', [], statusSchema, () => {
      const { pending, queued } = mempool.counts();
      return { pending: quantity(pending), queued: quantity(queued) };
    }),
    txpool_content: define('All transactions in the pool.', [], contentSchema, (_, call) =>
      texts.make(() => inBothStates(mempool.content(), (list) => bySender(list, transactionText)), call),
    ),
    txpool_contentFrom: define(
      'The transactions of one sender in the pool.',
      [sender],
      contentSchema,
      ([address], call) =>
        texts.make(() => inBothStates(mempool.contentOf(address), (list) => byNonce(list, transactionText)), call),
    ),
    txpool_inspect: define('All transactions in the pool, as a line of text each.', [], contentSchema, (_, call) =>
      texts.make(() => inBothStates(mempool.content(), (list) => bySender(list, lineText)), call),
    ),
  };
}

type View = (tx: Transaction) => string;
type Content = { readonly pending: readonly Transaction[]; readonly queued: readonly Transaction[] };

/** JSON text in pieces, as all of the functions below. */
function* inBothStates(
  { pending, queued }: Content,
  view: (transactions: readonly Transaction[]) => Iterable<string>,
): Iterable<string> {
  yield '{"pending":{';
  yield* view(pending);
  yield '},"queued":{';
  yield* view(queued);
  yield '}}';
}

function* bySender(transactions: readonly Transaction[], view: View): Iterable<string> {
  for (let start = 0, end = 0; start < transactions.length; start = end) {
    const own = transactions[start]?.sender;
    while (end < transactions.length && transactions[end]?.sender === own) end++;
    yield `${start === 0 ? '' : ','}"${own && toChecksum(own)}":{`;
    yield* byNonce(transactions.slice(start, end), view);
    yield '}';
  }
}

function* byNonce(transactions: readonly Transaction[], view: View): Iterable<string> {
  for (const [index, tx] of transactions.entries()) yield `${index === 0 ? '' : ','}"${tx.nonce}":${view(tx)}`;
}

/** The sign between gas and price is × (U+00D7), written as an escape. */
function lineText(tx: Transaction): string {
  const target = tx.to === undefined ? 'contract creation' : toChecksum(tx.to);
  return `"${target}: ${tx.value} wei + ${tx.gasLimit} gas \\u00d7 ${feeCap(tx)} wei"`;
}
