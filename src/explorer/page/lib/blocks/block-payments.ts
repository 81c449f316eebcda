import { firstHeight } from '../node/head.ts';
import { toQuantity } from '../node/hex.ts';
import { call } from '../node/rpc.ts';
import type { BlockEffects, Hex } from '../node/types.ts';

/** What the hooks of a block paid to an account, or took from it, in wei: no transaction did. */
type BlockPayment = { readonly height: number; readonly gain: bigint };

/** Newest first; all blocks from `from` on were looked at. */
export type BlockPayments = { readonly payments: readonly BlockPayment[]; readonly from: number };

/** Most blocks whose balances one search compares, most balances it reads, and payments after which it ends. */
const mostBlocks = 5_000;
const mostReads = 250;
const wanted = 10;

/**
 * Looks for payments of blocks, from block `to` backwards: halves spans in which the balance changed until a block is
 * left. What came and went within a span is found only where something else changed the balance between.
 */
export async function findBlockPayments(account: Hex, to: number): Promise<BlockPayments> {
  const payments: BlockPayment[] = [];
  const first = Math.max(firstHeight.peek(), to - mostBlocks);
  let reads = 0;
  const balanceAt = async (height: number) => {
    reads++;
    return BigInt(await call<Hex>('eth_getBalance', [account, toQuantity(height)]));
  };
  const spans = [{ low: first, high: to, before: await balanceAt(first), after: await balanceAt(to) }];
  let from = to + 1;
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const { low, high, before, after } = span;
    if (before !== after && high - low > 1) {
      if (reads >= mostReads) break;
      const middle = Math.floor((low + high) / 2);
      const between = await balanceAt(middle);
      spans.push({ low, high: middle, before, after: between }, { low: middle, high, before: between, after });
      continue;
    }
    if (before !== after) {
      const gain = await hookGain(account, high);
      if (gain !== 0n) payments.push({ height: high, gain });
    }
    from = low + 1;
    if (payments.length >= wanted) break;
  }
  return { payments, from: from === firstHeight.peek() + 1 ? from - 1 : from };
}

async function hookGain(account: Hex, height: number): Promise<bigint> {
  const effects = await call<BlockEffects | null>('qord_getBlockEffects', [toQuantity(height)]);
  const own = effects?.balanceChanges.find(({ address }) => address.toLowerCase() === account.toLowerCase());
  return own === undefined ? 0n : BigInt(own.after) - BigInt(own.before);
}
