import type { Block, SealedHeader } from '../../../chain/types.ts';
import type { Hash } from '../../../primitives/hash.ts';
import { quantity } from '../../../primitives/quantity.ts';
import { headerMembers } from './header-json.ts';
import { transactionText } from './transaction-json.ts';

/** Block → JSON text, with whole transactions. */
export function fullBlockText({ header, transactions }: Block): string {
  return textOf(header, transactions.map((tx, index) => transactionText(tx, header, index)).join(','));
}

/** The same in pieces, one for each transaction. */
export function* fullBlockPieces({ header, transactions }: Block): Iterable<string> {
  yield startOf(header);
  for (const [index, tx] of transactions.entries()) {
    yield (index === 0 ? '' : ',') + transactionText(tx, header, index);
  }
  yield end;
}

/** Block → JSON text, with the hashes of its transactions only. */
export function hashesBlockText(header: SealedHeader, hashes: readonly Hash[]): string {
  return textOf(header, hashes.length === 0 ? '' : `"${hashes.join('","')}"`);
}

function textOf(header: SealedHeader, items: string): string {
  return startOf(header) + items + end;
}

function startOf(header: SealedHeader): string {
  return `{${headerMembers(header)},"size":"${quantity(header.size)}","transactions":[`;
}

/** There are neither uncles nor withdrawals on this chain. */
export const noUncles = '"uncles":[],"withdrawals":[]';

const end = `],${noUncles}}`;
