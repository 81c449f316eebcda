import { firstHeight } from '../../chain/genesis/parse-genesis.ts';
import type { ChainReader } from '../../chain/types.ts';
import { fromSvmKey } from '../../primitives/address.ts';
import type { JsonValue } from '../types.ts';
import { blockhashLifetime } from './blockhash.ts';
import type { Key } from './params/keys.ts';

/** Fees are in micro-lamports: 1 lamport is 10^6 micro-lamports, 10^9 wei. */
const weiPerMicroLamport = 1_000n;

/** How many of the newest transactions of an account are read. */
const transactionsPerAccount = 1_000;

/** Lowest tip of each of the newest blocks. Results are cached, as blocks do not change. */
export function createPrioritizationFees(chain: ChainReader): (accounts: readonly Key[]) => JsonValue {
  const lowestTips = new Map<number, bigint>();
  return (accounts) => {
    const head = chain.head().number;
    const first = Math.max(firstHeight(chain.identity), head - blockhashLifetime + 1);
    for (const height of lowestTips.keys()) if (height < first) lowestTips.delete(height);
    const ofAccounts = accounts.map((account) => tipsOf(chain, account, first));
    return Array.from({ length: head - first + 1 }, (_, i) => {
      const slot = first + i;
      const ofBlock = lowestTips.get(slot) ?? lowestTip(chain, slot);
      lowestTips.set(slot, ofBlock);
      const fee = ofAccounts.reduce((highest, tips) => max(highest, tips.get(slot) ?? 0n), ofBlock);
      return { slot, prioritizationFee: fee / weiPerMicroLamport };
    });
  };
}

/** In wei per gas; 0 for a block without transactions. */
function lowestTip(chain: ChainReader, height: number): bigint {
  const header = chain.header(height);
  if (header === undefined || header.transactionCount === 0) return 0n;
  const tips = (chain.receipts(height) ?? []).map((receipt) => receipt.effectiveGasPrice - header.baseFee);
  return tips.reduce(min);
}

/** Per height from `first` on, the lowest tip among the transactions that touched the account. */
function tipsOf(chain: ChainReader, account: Key, first: number): ReadonlyMap<number, bigint> {
  const tips = new Map<number, bigint>();
  const address = fromSvmKey(account.bytes);
  if (address === undefined) return tips;
  for (const at of chain.transactionsOf(address, undefined, transactionsPerAccount)) {
    if (at.height < first) break;
    const price = chain.receipt(at)?.effectiveGasPrice;
    const baseFee = chain.header(at.height)?.baseFee;
    if (price === undefined || baseFee === undefined) continue;
    const tip = price - baseFee;
    tips.set(at.height, min(tips.get(at.height) ?? tip, tip));
  }
  return tips;
}

function min(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

function max(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
