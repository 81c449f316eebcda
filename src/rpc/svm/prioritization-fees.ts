import type { ChainReader } from '../../chain/types.ts';
import type { Address } from '../../primitives/address.ts';
import { historyOwner } from '../../svm/account-keys.ts';
import { feeReaderOf } from '../evm-common/fees/block-fees.ts';
import {
  assertNotStopped,
  assertReadable,
  defineExecution,
  type ExecutionControl,
  type ExecutionNode,
  type ExecutionRequest,
} from '../execution/execution-kind.ts';
import type { JsonValue } from '../json-value.ts';
import { blockhashLifetime } from './blockhash.ts';

/** Fees are in micro-lamports: 1 lamport is 10^6 micro-lamports, 10^9 wei. */
const weiPerMicroLamport = 1_000n;

/** How many of the newest transactions of an account are read. */
const transactionsPerAccount = 1_000;

/** Milliseconds on the main thread, where the fees of the newest blocks are cached. */
const inlineMs = 4;

/** `accounts`: those that have an address of the ledger */
type FeesRequest = ExecutionRequest & { readonly accounts: readonly Address[] };

/** getRecentPrioritizationFees */
export const prioritizationFeesExecution = defineExecution<FeesRequest>('prioritizationFees', {
  inlineMs,
  run: (node, { accounts }, control) => {
    const { chain } = node;
    const head = chain.head().number;
    const first = Math.max(chain.identity.genesisHeight, head - blockhashLifetime + 1);
    const ofAccounts = accounts.map((account) => tipsOf(chain, account, first, control));
    return Array.from({ length: head - first + 1 }, (_, i): JsonValue => {
      const slot = first + i;
      const ofBlock = lowestTip(node, slot, control);
      const fee = ofAccounts.reduce((highest, tips) => max(highest, tips.get(slot) ?? 0n), ofBlock);
      return { slot, prioritizationFee: fee / weiPerMicroLamport };
    });
  },
});

/** In wei per gas; 0 for a block without transactions. */
function lowestTip(node: ExecutionNode, height: number, control: ExecutionControl): bigint {
  assertNotStopped(control);
  const fees = feeReaderOf(node).at(height, () => assertReadable(node, control, height, 'receipts'));
  return fees?.tips[0] ?? 0n;
}

/** Per height from `first` on, the lowest tip among the transactions that touched the account. */
function tipsOf(
  chain: ChainReader,
  account: Address,
  first: number,
  control: ExecutionControl,
): ReadonlyMap<number, bigint> {
  const tips = new Map<number, bigint>();
  for (const at of chain.histories.transactionsOf(historyOwner(account), undefined, transactionsPerAccount)) {
    if (at.height < first) break;
    assertNotStopped(control);
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
