import type { EndBlockContext, ExecutedTransaction } from '../../kernel/module.ts';
import type { Address } from '../../primitives/address.ts';
import { type Decimal, shareOf } from '../../primitives/decimal/decimal.ts';
import type { WorldState } from '../../state/types.ts';
import { assessAnomaly, updatedProfile } from './anomaly.ts';
import { maxScore } from './assessment.ts';
import { fraudAlertEvent, transactionFlaggedEvent } from './events.ts';
import { type AssessedTransaction, actionFor, levelOf, type Threat, threatsOf } from './fraud.ts';
import { type AiParams, aiParams } from './params.ts';
import {
  averageGasRecord,
  countersRecord,
  flaggedTransactions,
  investigations,
  type SenderProfile,
  senderProfiles,
} from './records.ts';
import { assessCall, assessCreation } from './risk.ts';

/** Weight of a new call in the moving average of gas. */
const gasWeight = 64n;

/** Assesses every transaction of the block, and all of them together. It counts and flags, and never rejects. */
export function assessTransactions(context: EndBlockContext): void {
  const { state, transactions } = context;
  if (transactions.length === 0) return;
  const limits = limitsOf(aiParams.get(state));
  const profiles = new SenderProfileCache(state);
  const findings = transactions.map((transaction, index) =>
    assessTransaction(context, limits, profiles, transaction, index),
  );
  profiles.write();
  const threats = threatsOf(
    findings.map(({ seen }) => seen),
    averageGasRecord.get(state),
  );
  threats.forEach((threat, number) => {
    recordThreat(context, threat, number);
  });
  averageGas(state, transactions);
  const countOf = (matches: (finding: Finding) => boolean) => findings.filter(matches).length;
  const before = countersRecord.get(state);
  countersRecord.set(state, {
    ...before,
    txs_routed: before.txs_routed + transactions.length,
    anomalies_detected: before.anomalies_detected + countOf(({ isAnomalous }) => isAnomalous),
    txs_flagged: before.txs_flagged + countOf(({ isFlagged }) => isFlagged),
    contracts_scored: before.contracts_scored + countOf(({ seen }) => seen.to === undefined),
    fraud_detections: before.fraud_detections + threats.length,
  });
}

/** The profiles of the senders of a block: each is read once and written once. */
class SenderProfileCache {
  readonly #state: WorldState;
  readonly #changed = new Map<Address, SenderProfile>();

  constructor(state: WorldState) {
    this.#state = state;
  }

  get(sender: Address): SenderProfile | undefined {
    return this.#changed.get(sender) ?? senderProfiles.get(this.#state, sender);
  }

  set(sender: Address, profile: SenderProfile): void {
    this.#changed.set(sender, profile);
  }

  /** Writes what has changed. */
  write(): void {
    for (const [sender, profile] of this.#changed) senderProfiles.set(this.#state, profile, sender);
  }
}

type Finding = { readonly seen: AssessedTransaction; readonly isAnomalous: boolean; readonly isFlagged: boolean };

function assessTransaction(
  context: EndBlockContext,
  limits: Limits,
  profiles: SenderProfileCache,
  transaction: ExecutedTransaction,
  index: number,
): Finding {
  const { state, block, emit } = context;
  const { sender, to, value, data, gasUsed, balanceBefore } = transaction;
  const balance = balanceBefore ?? state.account(sender)?.balance ?? 0n;
  const seconds = Number(block.timestamp);
  const profile = profiles.get(sender);
  const anomaly = assessAnomaly({ value, balance, profile, seconds, maxPerMinute: limits.perMinute });
  const risk = to === undefined ? assessCreation(data) : assessCall(data);
  const nextProfile = updatedProfile(profile, value, seconds);
  profiles.set(sender, nextProfile);
  const seen = { sender, to, value, gasUsed, isNew: profile === undefined, inMinute: nextProfile.in_minute };
  const isAnomalous = anomaly.score > limits.anomaly;
  const isRisky = to === undefined && risk.score > limits.risk;
  if (!isAnomalous && !isRisky) return { seen, isAnomalous, isFlagged: false };
  const score = Math.max(anomaly.score, risk.score);
  const flags = [...anomaly.flags, ...risk.flags];
  flaggedTransactions.set(state, { sender, score, flags }, Number(block.number), index);
  emit(transactionFlaggedEvent.log({ sender, index: BigInt(index), score: BigInt(score), flags: flags.join(',') }));
  return { seen, isAnomalous, isFlagged: true };
}

function recordThreat({ state, block, emit }: EndBlockContext, threat: Threat, number: number): void {
  const { type, sender, reason, confidence, index } = threat;
  const level = levelOf(confidence);
  const found = { type, level, action: actionFor(confidence), confidence, reason, sender, index };
  investigations.set(state, found, Number(block.number), number);
  emit(fraudAlertEvent.log({ sender, severity: level, reason, score: BigInt(confidence) }));
}

function averageGas(state: WorldState, transactions: readonly ExecutedTransaction[]): void {
  const calls = transactions.filter(({ to }) => to !== undefined);
  const mixed = (average: bigint, { gasUsed }: ExecutedTransaction) =>
    average === 0n ? gasUsed : average + (gasUsed - average) / gasWeight;
  if (calls.length > 0) averageGasRecord.set(state, calls.reduce(mixed, averageGasRecord.get(state)));
}

/**
 * Thresholds above which a transaction is flagged: scores in basis points, and transactions of a sender in a minute.
 */
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
