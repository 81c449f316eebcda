import type { AccountTransaction, ChainReader, TransactionLocation } from '../../../chain/types.ts';
import { fromSvmKey } from '../../../primitives/address.ts';
import { historyOwner } from '../../../svm/account-keys.ts';
import { signatureTextOfHash } from '../../../svm/signature-text.ts';
import { define } from '../../dispatch/define.ts';
import { listText } from '../../dispatch/text-of-pieces.ts';
import { writeJson } from '../../dispatch/write-json.ts';
import type { Methods } from '../../method.ts';
import { transactionNotFound } from '../errors.ts';
import { outcomeOf } from '../outcome.ts';
import { headFor } from '../params/context-options.ts';
import { historyOptionsParam } from '../params/history-options.ts';
import { keyParam, type SignatureText } from '../params/keys.ts';
import { listOf, object } from '../schemas.ts';
import { svmOnlyTransactions } from '../svm-only-history.ts';

/** Transactions by account. */
export function historyMethods(chain: ChainReader): Methods {
  return {
    getSignaturesForAddress: define(
      'Transactions that touched an account, newest first.',
      [keyParam('address', 'The account, in base58.'), historyOptionsParam],
      listOf(object),
      ([key, options]) => {
        headFor(chain, options);
        const before = locate(chain, options.before);
        const until = locate(chain, options.until);
        const account = fromSvmKey(key.bytes);
        const found =
          account === undefined
            ? svmOnlyTransactions(chain, key.bytes, before, options.limit)
            : chain.histories.transactionsOf(historyOwner(account), before, options.limit);
        const end = until === undefined ? -1 : found.findIndex((at) => !isAfter(at, until));
        return listText((end < 0 ? found : found.slice(0, end)).map(entryWriter(chain))).joined();
      },
    ),
  };
}

/** Location of the transaction that starts or ends a page. Throws -32020 when there is none. */
function locate(chain: ChainReader, bound: SignatureText | undefined): TransactionLocation | undefined {
  if (bound === undefined) return undefined;
  const at = bound.transaction === undefined ? undefined : chain.locate(bound.transaction);
  if (at === undefined) throw transactionNotFound(bound.text);
  return at;
}

function isAfter(left: TransactionLocation, right: TransactionLocation): boolean {
  return left.height > right.height || (left.height === right.height && left.index > right.index);
}

/** Writes entries as text: a page has a thousand of them, and those of a block share most members. */
function entryWriter(chain: ChainReader): (at: AccountTransaction) => string {
  let block = { height: -1, start: '', end: '' };
  return (at) => {
    if (at.height !== block.height) {
      const start = `{"blockTime":${at.timestamp},"confirmationStatus":"finalized","err":`;
      block = { height: at.height, start, end: `","slot":${at.height},"transactionIndex":` };
    }
    const error = at.status === 1 ? 'null' : writeJson(outcomeOf(chain, at)?.error ?? null);
    return `${block.start}${error},"memo":null,"signature":"${signatureTextOfHash(at.hash)}${block.end}${at.index}}`;
  };
}
