import type { EndBlockContext, ExecutedTransaction } from '../../kernel/module.ts';
import type { Address } from '../../primitives/address.ts';
import { type Decimal, shareOf } from '../../primitives/decimal/decimal.ts';
import type { WorldState } from '../../state/types.ts';
import { assessAnomaly, updatedHabit } from './anomaly.ts';
import { maxScore } from './assessment.ts';
import { fraudAlert, transactionFlagged } from './events.ts';
import { actionFor, levelOf, type Seen, type Threat, threatsOf } from './fraud.ts';
import { type AiParams, aiParams } from './params.ts';
import { averageGasRecord, countersRecord, flagged, type Habit, habits, investigations } from './records.ts';
import { assessRisk } from './risk.ts';

/** Part of the moving average of gas that a new call makes up. */
const gasWeight = 64n;

/** Looks at every transaction of the block, and at all of them together: it counts and flags, and never refuses. */
export function assessTransactions(context: EndBlockContext): void {
  const { state, transactions } = context;
  if (transactions.length === 0) return;
  const limits = limitsOf(aiParams.get(state));
  const known = new Habits(state);
  const findings = transactions.map((transaction, index) =>
    assessTransaction(context, limits, known, transaction, index),
  );
  known.keep();
  const threats = threatsOf(
    findings.map(({ seen }) => seen),
    averageGasRecord.get(state),
  );
  threats.forEach((threat, number) => {
    keepThreat(context, threat, number);
  });
  averageGas(state, transactions);
  const many = (shows: (finding: Finding) => boolean) => findings.filter(shows).length;
  const before = countersRecord.get(state);
  countersRecord.set(state, {
    ...before,
    txs_routed: before.txs_routed + transactions.length,
    anomalies_detected: before.anomalies_detected + many(({ isAnomalous }) => isAnomalous),
    txs_flagged: before.txs_flagged + many(({ isFlagged }) => isFlagged),
    contracts_scored: before.contracts_scored + many(({ seen }) => seen.to === undefined),
    fraud_detections: before.fraud_detections + threats.length,
  });
}

/** The habits of the senders of a block: each is read once and written once. */
class Habits {
  readonly #state: WorldState;
  readonly #changed = new Map<Address, Habit>();

  constructor(state: WorldState) {
    this.#state = state;
  }

  of(sender: Address): Habit | undefined {
    return this.#changed.get(sender) ?? habits.get(this.#state, sender);
  }

  change(sender: Address, habit: Habit): void {
    this.#changed.set(sender, habit);
  }

  /** Writes what has changed. */
  keep(): void {
    for (const [sender, habit] of this.#changed) habits.set(this.#state, habit, sender);
  }
}

type Finding = { readonly seen: Seen; readonly isAnomalous: boolean; readonly isFlagged: boolean };

function assessTransaction(
  context: EndBlockContext,
  limits: Limits,
  known: Habits,
  transaction: ExecutedTransaction,
  index: number,
): Finding {
  const { state, block, emit } = context;
  const { sender, to, value, data, gasUsed } = transaction;
  const balance = state.account(sender)?.balance ?? 0n;
  const seconds = Number(block.timestamp);
  const habit = known.of(sender);
  const anomaly = assessAnomaly({ value, balance, habit, seconds, maxPerMinute: limits.perMinute });
  const risk = assessRisk(data);
  const habitNow = updatedHabit(habit, value, seconds);
  known.change(sender, habitNow);
  const seen = { sender, to, value, gasUsed, isNew: habit === undefined, inMinute: habitNow.in_minute };
  const isAnomalous = anomaly.score > limits.anomaly;
  const isRisky = to === undefined && risk.score > limits.risk;
  if (!isAnomalous && !isRisky) return { seen, isAnomalous, isFlagged: false };
  const score = Math.max(anomaly.score, risk.score);
  const flags = [...anomaly.flags, ...risk.flags];
  flagged.set(state, { sender, score, flags }, Number(block.number), index);
  emit(transactionFlagged.log({ sender, index: BigInt(index), score: BigInt(score), flags: flags.join(',') }));
  return { seen, isAnomalous, isFlagged: true };
}

function keepThreat({ state, block, emit }: EndBlockContext, threat: Threat, number: number): void {
  const { sender, reason, confidence } = threat;
  const level = levelOf(confidence);
  investigations.set(state, { ...threat, level, action: actionFor(confidence) }, Number(block.number), number);
  emit(fraudAlert.log({ sender, severity: level, reason, score: BigInt(confidence) }));
}

function averageGas(state: WorldState, transactions: readonly ExecutedTransaction[]): void {
  const calls = transactions.filter(({ to }) => to !== undefined);
  const mixed = (average: bigint, { gasUsed }: ExecutedTransaction) =>
    average === 0n ? gasUsed : average + (gasUsed - average) / gasWeight;
  if (calls.length > 0) averageGasRecord.set(state, calls.reduce(mixed, averageGasRecord.get(state)));
}

/** Above which a transaction is flagged: scores in basis points, and transactions of a sender in a minute. */
type Limits = { readonly anomaly: number; readonly risk: number; readonly perMinute: number };

function limitsOf({ anomaly_threshold, risk_threshold, max_tx_per_minute }: AiParams): Limits {
  return {
    anomaly: basisPoints(anomaly_threshold),
    risk: basisPoints(risk_threshold),
    perMinute: max_tx_per_minute,
  };
}

function basisPoints(threshold: Decimal): number {
  return Number(shareOf(BigInt(maxScore), threshold));
}
