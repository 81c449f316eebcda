import type { SentTransaction } from '#qord/evm/transaction/sender-fault.ts';
import type { BlockScenario } from './scenario.ts';

/**
 * The block with this base fee, and transactions that pay no more: nobody is paid after them. When it is zero, nothing is
 * paid before them, or given back, either.
 */
export function withoutTips(scenario: BlockScenario, baseFee: bigint): BlockScenario {
  return {
    ...scenario,
    block: { ...scenario.block, baseFee },
    sent: scenario.sent.map(({ tx, blobs }) => ({ tx: withPrice(tx, baseFee), blobs })),
  };
}

function withPrice(tx: SentTransaction, gasPrice: bigint): SentTransaction {
  if (tx.type === 0 || tx.type === 1) return { ...tx, gasPrice };
  return { ...tx, maxFeePerGas: gasPrice, maxPriorityFeePerGas: 0n };
}
