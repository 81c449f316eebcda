import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { MempoolReader } from '../../mempool/types.ts';
import { define } from '../dispatch/define.ts';
import type { LongTexts } from '../execution/long-texts.ts';
import type { Methods } from '../method.ts';

/** The lane of each pending transaction. */
export function poolLaneMethods(
  mempool: MempoolReader,
  laneOf: (transaction: Transaction) => string,
  texts: LongTexts,
): Methods {
  return {
    qord_getPoolLanes: define(
      'Hashes of the executable transactions of the pool, by lane.',
      [],
      { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
      (_, call) => texts.make(() => lanePieces(mempool.content().pending, laneOf), call),
    ),
  };
}

/** JSON text in pieces, the first of which are empty. */
function* lanePieces(
  transactions: readonly Transaction[],
  laneOf: (transaction: Transaction) => string,
): Iterable<string> {
  const lanes = new Map<string, string[]>();
  for (const transaction of transactions) {
    const lane = laneOf(transaction);
    const hashes = lanes.get(lane) ?? [];
    hashes.push(`"${transaction.hash}"`);
    lanes.set(lane, hashes);
    yield '';
  }
  yield '{';
  for (const [index, [lane, hashes]] of [...lanes].entries()) {
    yield `${index === 0 ? '' : ','}"${lane}":[${hashes.join(',')}]`;
  }
  yield '}';
}
