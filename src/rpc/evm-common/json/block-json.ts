import type { Block, SealedHeader } from '../../../chain/types.ts';
import type { Hash } from '../../../primitives/hash.ts';
import { quantity } from '../../../primitives/quantity.ts';
import { writeJson } from '../../dispatch/write-json.ts';
import type { JsonValue } from '../../json-value.ts';
import { headerMembers } from './header-json.ts';
import { transactionText } from './transaction-json.ts';

/** Block → JSON text, with whole transactions. `more`: further members of each, an object. */
export function fullBlockText({ header, transactions }: Block, more: readonly JsonValue[] = []): string {
  const texts = transactions.map((tx, index) => {
    const text = transactionText(tx, header, index);
    const members = more[index];
    return members === undefined ? text : joined(text, writeJson(members));
  });
  return startOf(header) + texts.join(',') + end;
}

/** Block → JSON text, with the hashes of its transactions. */
export function hashesBlockText(header: SealedHeader, hashes: readonly Hash[]): string {
  const texts = hashes.map((hash) => `"${hash}"`);
  return startOf(header) + texts.join(',') + end;
}

/** The texts of two objects as one; the first has members. */
function joined(text: string, more: string): string {
  return more === '{}' ? text : `${text.slice(0, -1)},${more.slice(1)}`;
}

/** The same in pieces, one for each transaction. */
export function* fullBlockPieces({ header, transactions }: Block): Iterable<string> {
  yield startOf(header);
  for (const [index, tx] of transactions.entries()) {
    yield (index === 0 ? '' : ',') + transactionText(tx, header, index);
  }
  yield end;
}

function startOf(header: SealedHeader): string {
  return `{${headerMembers(header)},"size":"${quantity(header.size)}","transactions":[`;
}

/** There are neither uncles nor withdrawals on this chain. */
export const noUncles = '"uncles":[],"withdrawals":[]';

/** What follows the transactions. */
const end = `],${noUncles}}`;
