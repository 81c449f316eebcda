import { head } from '../node/head.ts';
import { call } from '../node/rpc.ts';
import type { Block, Hex } from '../node/types.ts';

/**
 * Hash of an account's transaction with a nonce; null when there is none. Finds the block by bisection over the nonce
 * of the account, in some 20 reads.
 */
export async function findByNonce(account: Hex, nonce: bigint): Promise<Hex | null> {
  const newest = head.peek()?.height ?? Number(await call<Hex>('eth_blockNumber'));
  const nonceAt = async (height: number) =>
    BigInt(await call<Hex>('eth_getTransactionCount', [account, `0x${height.toString(16)}`]));
  if ((await nonceAt(newest)) <= nonce) return null;
  let low = 0; // the first block after which the account's nonce is higher lies in low…high
  let high = newest;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await nonceAt(middle)) > nonce) high = middle;
    else low = middle + 1;
  }
  const block = await call<Block | null>('eth_getBlockByNumber', [`0x${low.toString(16)}`, true]);
  const found = block?.transactions.find(
    (each) => each.from.toLowerCase() === account.toLowerCase() && BigInt(each.nonce) === nonce,
  );
  return found?.hash ?? null;
}
