import type { ChainReader, TransactionLocation } from '../../chain/types.ts';
import type { Address } from '../../primitives/address.ts';
import { appendAll } from '../../primitives/append-all.ts';
import { emptyCodeHash } from '../../primitives/crypto/keccak.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { StateView } from '../../state/types.ts';

/** A page of an account's transactions, newest first. */
export type Page = { readonly at: readonly TransactionLocation[]; readonly hasMore: boolean };

/** The newest transactions of blocks below a height, whole blocks until there are `size`. */
export function pageBefore(chain: ChainReader, account: Address, height: number, size: number): Page {
  const found: TransactionLocation[] = [...chain.histories.transactionsOf(account, { height, index: 0 }, size)];
  for (;;) {
    const last = found.at(-1);
    const next = last && chain.histories.transactionsOf(account, last, size);
    if (next === undefined || next.length === 0) return { at: found, hasMore: false };
    const ofSameBlock = next.filter(({ height: other }) => other === last?.height);
    if (ofSameBlock.length === 0) return { at: found, hasMore: true };
    appendAll(found, ofSameBlock);
  }
}

/** The oldest transactions of blocks above a height, whole blocks until there are `size`. */
export function pageAfter(chain: ChainReader, account: Address, height: number, size: number): Page {
  const found = chain.histories.transactionsAfter(account, height, size);
  const last = found.at(-1);
  const hasMore = last !== undefined && chain.histories.transactionsAfter(account, last.height, 1).length > 0;
  return { at: [...found].reverse(), hasMore };
}

/** Hash of the transaction with that sender and nonce; undefined when there is none. Reads the state at few heights. */
export function findBySenderAndNonce(chain: ChainReader, sender: Address, nonce: bigint): Hash | undefined {
  const height = firstHeight(chain, (state) => (state.account(sender)?.nonce ?? 0n) > nonce);
  if (height === undefined) return undefined;
  const { at } = pageBefore(chain, sender, height + 1, 1);
  for (const location of at) {
    const transaction = location.height === height ? chain.transaction(location) : undefined;
    if (transaction?.sender === sender && transaction.nonce === nonce) return transaction.hash;
  }
  return undefined; // the nonce was set, or a creation or an authorization raised it
}

/** Height of the block in which the account got its code; undefined when it has none. */
export function heightOfCode(chain: ChainReader, account: Address): number | undefined {
  return firstHeight(chain, (state) => (state.account(account)?.codeHash ?? emptyCodeHash) !== emptyCodeHash);
}

/** The first height at which something is true that stays true; undefined when it is false at the head. */
function firstHeight(chain: ChainReader, isTrue: (state: StateView) => boolean): number | undefined {
  const isTrueAt = (height: number) => {
    const state = chain.states.at(height);
    return state !== undefined && isTrue(state);
  };
  let [low, high] = [chain.identity.genesisHeight, chain.head().number];
  if (!isTrueAt(high)) return undefined;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isTrueAt(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
