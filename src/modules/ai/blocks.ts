import type { EndBlockContext, ExecutedTransaction } from '../../kernel/module.ts';
import { type Decimal, shareOf } from '../../primitives/decimal/decimal.ts';
import { assessAnomaly, updatedHabit } from './anomaly.ts';
import { transactionFlagged } from './events.ts';
import { type AiParams, aiParams } from './params.ts';
import { countersRecord, flagged, habits } from './records.ts';
import { assessRisk, maxScore } from './risk.ts';

/** Looks at every transaction of the block: it counts and flags, and never refuses. */
export function assessTransactions(context: EndBlockContext): void {
  const { state, transactions } = context;
  if (transactions.length === 0) return;
  const params = aiParams.get(state);
  const tally = { anomalies: 0, flagged: 0, contracts: 0 };
  transactions.forEach((transaction, index) => {
    const found = assessTransaction(context, params, transaction, index);
    tally.anomalies += found.isAnomalous ? 1 : 0;
    tally.flagged += found.isFlagged ? 1 : 0;
    tally.contracts += transaction.to === undefined ? 1 : 0;
  });
  const before = countersRecord.get(state);
  countersRecord.set(state, {
    ...before,
    txs_routed: before.txs_routed + transactions.length,
    anomalies_detected: before.anomalies_detected + tally.anomalies,
    txs_flagged: before.txs_flagged + tally.flagged,
    contracts_scored: before.contracts_scored + tally.contracts,
  });
}

type Finding = { readonly isAnomalous: boolean; readonly isFlagged: boolean };

function assessTransaction(
  context: EndBlockContext,
  params: AiParams,
  transaction: ExecutedTransaction,
  index: number,
): Finding {
  const { state, block, emit } = context;
  const { sender, to, value, data } = transaction;
  const anomaly = assessAnomaly(state, block, params, sender, value);
  const risk = assessRisk(data);
  habits.set(state, updatedHabit(habits.get(state, sender), value, Number(block.timestamp)), sender);
  const isAnomalous = anomaly.score > basisPoints(params.anomaly_threshold);
  const isRisky = to === undefined && risk.score > basisPoints(params.risk_threshold);
  if (!isAnomalous && !isRisky) return { isAnomalous, isFlagged: false };
  const score = Math.max(anomaly.score, risk.score);
  const flags = [...anomaly.flags, ...risk.flags];
  flagged.set(state, { sender, score, flags }, Number(block.number), index);
  emit(transactionFlagged.log({ sender, index: BigInt(index), score: BigInt(score), flags: flags.join(',') }));
  return { isAnomalous, isFlagged: true };
}

function basisPoints(threshold: Decimal): number {
  return Number(shareOf(BigInt(maxScore), threshold));
}
