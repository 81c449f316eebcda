import type { TransactionLocation } from '../../chain/contract.ts';
import { JsonText, type Methods } from '../contract.ts';
import { define } from '../dispatch/define.ts';
import { hashParam } from '../params/bytes.ts';
import { forgetOnRewind } from './forget-on-rewind.ts';
import { receiptText } from './json/receipt-json.ts';
import type { EthParts } from './parts.ts';
import { nullable, receiptSchema } from './schemas.ts';
import { TextCache } from './text-cache.ts';

/** Characters of receipts that are kept: whoever waits for one asks for it more than once. */
const cacheSize = 8 * 1024 * 1024;

const hash = hashParam('hash', 'Hash of the transaction.');

/** Receipts by transaction. */
export function receiptMethods({ chain, node }: Pick<EthParts, 'chain' | 'node'>): Methods {
  const cache = forgetOnRewind(node, new TextCache(cacheSize));
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
