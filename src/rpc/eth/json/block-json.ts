import type { Block } from '../../../chain/contract.ts';
import { quantity } from '../../../primitives/quantity.ts';
import { headerMembers } from './header-json.ts';
import { transactionText } from './transaction-json.ts';

/** Block → JSON text, with whole transactions or with their hashes only. */
export function blockText({ header, transactions }: Block, isFull: boolean): string {
  const items = isFull
    ? transactions.map((tx, index) => transactionText(tx, header, index))
    : transactions.map(({ hash }) => `"${hash}"`);
  return `{${headerMembers(header)},"size":"${quantity(header.size)}","transactions":[${items.join(',')}],${noUncles}}`;
}

/** There are neither uncles nor withdrawals on this chain. */
export const noUncles = '"uncles":[],"withdrawals":[]';
