import type { TransactionLocation } from '../../chain/types.ts';
import { define } from '../dispatch/define.ts';
import { clearOnRewind } from '../evm-common/clear-on-rewind.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import { receiptText } from '../evm-common/json/receipt-json.ts';
import { nullable, receiptSchema } from '../evm-common/schemas.ts';
import { hashParam } from '../params/bytes.ts';
import { JsonText, type Methods } from '../types.ts';
import { JsonTextCache } from './json-text-cache.ts';

/** Characters of receipts that are kept: clients that wait for one poll repeatedly. */
const cacheSize = 8 * 1024 * 1024;

const hash = hashParam('hash', 'Hash of the transaction.');

/** Receipts by transaction. */
export function receiptMethods({ chain, node }: Pick<EthDependencies, 'chain' | 'node'>): Methods {
  const cache = clearOnRewind(node, new JsonTextCache(cacheSize));
  const read = (at: TransactionLocation): string => {
    const header = chain.header(at.height);
    const transaction = chain.transaction(at);
    const receipt = chain.receipt(at);
    if (!header || !transaction || !receipt) throw new Error(`no receipt ${at.index} in block ${at.height}`);
    return receiptText({ header, transaction, index: at.index }, receipt);
  };
  return {
    eth_getTransactionReceipt: define(
      'Receipt of a transaction in a block; null while it waits.',
      [hash],
      nullable(receiptSchema),
      ([wanted]) => {
        const at = chain.locate(wanted);
        return at === undefined ? null : new JsonText(cache.get(at.height, at.index, () => read(at)));
      },
    ),
  };
}
