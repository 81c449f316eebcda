import type { Address } from '../../primitives/address.ts';
import { maxScore } from './assessment.ts';

/** What fraud detection sees of a transaction of the block. */
export type AssessedTransaction = {
  readonly sender: Address;
  /** undefined for a creation */
  readonly to: Address | undefined;
  /** wei */
  readonly value: bigint;
  readonly gasUsed: bigint;
  /** the sender's first */
  readonly isNew: boolean;
  /** Transactions of this sender in the running minute, including this one. */
  readonly inMinute: number;
};

export const threatTypes = ['sybil', 'ddos', 'flash_loan', 'exploit', 'unknown'] as const;
export const threatLevels = ['low', 'medium', 'high', 'critical'] as const;
export const threatActions = ['allow', 'alert', 'rate_limit', 'circuit_break'] as const;

/** A pattern over the transactions of a block; `index` is the place of the one that completed it. */
export type Threat = {
  readonly type: (typeof threatTypes)[number];
  readonly reason: string;
  readonly sender: Address;
  readonly index: number;
  /** basis points */
  readonly confidence: number;
};

const floodPerMinute = 100;
const newSenderPercent = 30;
/** With fewer transactions the part of new senders is not significant. */
const fewestForSybil = 10;
const flashLoanTransactions = 3;
const flashLoanSpread = 10n;
const washAlternations = 3;
const exploitGas = 5n;

/** Every threat that the transactions of a block show together. `averageGas` is what a call used before it. */
export function threatsOf(seen: readonly AssessedTransaction[], averageGas: bigint): readonly Threat[] {
  const bySender = placesBySender(seen);
  return [
    ...sybils(seen),
    ...floods(seen, bySender),
    ...flashLoans(seen, bySender),
    ...washes(seen),
    ...exploits(seen, bySender, averageGas),
  ];
}

/** ≥ 0.9 critical, ≥ 0.7 high, ≥ 0.5 medium, less low. */
export function levelOf(confidence: number): (typeof threatLevels)[number] {
  if (confidence >= 9_000) return 'critical';
  if (confidence >= 7_000) return 'high';
  return confidence >= 5_000 ? 'medium' : 'low';
}

/** The recommended action; the chain itself rejects nothing. */
export function actionFor(confidence: number): (typeof threatActions)[number] {
  const level = levelOf(confidence);
  if (level === 'critical') return 'circuit_break';
  if (level === 'high') return confidence > 7_000 ? 'rate_limit' : 'alert';
  return level === 'medium' ? 'alert' : 'allow';
}

/** One half at the threshold, all at twice the threshold. */
function confidenceAt(measured: bigint, threshold: bigint): number {
  const score = (measured * BigInt(maxScore)) / (2n * threshold);
  return score > BigInt(maxScore) ? maxScore : Number(score);
}

function sybils(seen: readonly AssessedTransaction[]): Threat[] {
  const fresh = seen.filter(({ isNew }) => isNew);
  const percent = seen.length === 0 ? 0n : (BigInt(fresh.length) * 100n) / BigInt(seen.length);
  const [first] = fresh;
  if (first === undefined || seen.length < fewestForSybil || percent <= BigInt(newSenderPercent)) return [];
  const confidence = confidenceAt(percent, BigInt(newSenderPercent));
  return [{ type: 'sybil', reason: 'new_senders', sender: first.sender, index: seen.indexOf(first), confidence }];
}

function floods(seen: readonly AssessedTransaction[], bySender: Places): Threat[] {
  return [...bySender].flatMap(([sender, places]) => {
    const index = places[places.length - 1] ?? 0;
    const inMinute = seen[index]?.inMinute ?? 0;
    if (inMinute <= floodPerMinute) return [];
    const confidence = confidenceAt(BigInt(inMinute), BigInt(floodPerMinute));
    return [{ type: 'ddos' as const, reason: 'flood', sender, index, confidence }];
  });
}

function flashLoans(seen: readonly AssessedTransaction[], bySender: Places): Threat[] {
  return [...bySender].flatMap(([sender, places]) => {
    const values = places.map((at) => seen[at]?.value ?? 0n).filter((value) => value > 0n);
    const least = values.reduce((low, value) => (value < low ? value : low), values[0] ?? 1n);
    const most = values.reduce((high, value) => (value > high ? value : high), 0n);
    if (values.length < flashLoanTransactions || most <= flashLoanSpread * least) return [];
    const confidence = confidenceAt(most / least, flashLoanSpread);
    const index = places[places.length - 1] ?? 0;
    return [{ type: 'flash_loan' as const, reason: 'value_spread', sender, index, confidence }];
  });
}

/** Payments to and fro between two accounts. */
function washes(seen: readonly AssessedTransaction[]): Threat[] {
  const pairs = new Map<string, { last: Address; alternations: number; index: number }>();
  seen.forEach(({ sender, to, value }, index) => {
    if (to === undefined || to === sender || value === 0n) return;
    const key = sender < to ? sender + to : to + sender;
    const before = pairs.get(key) ?? { last: sender, alternations: 0, index };
    const turned = before.last === sender ? 0 : 1;
    pairs.set(key, { last: sender, alternations: before.alternations + turned, index });
  });
  return [...pairs.values()].flatMap(({ last, alternations, index }) => {
    if (alternations <= washAlternations) return [];
    const confidence = confidenceAt(BigInt(alternations), BigInt(washAlternations));
    return [{ type: 'unknown' as const, reason: 'wash_sequence', sender: last, index, confidence }];
  });
}

/** Senders whose call used far more gas than usual; creations always do. */
function exploits(seen: readonly AssessedTransaction[], bySender: Places, averageGas: bigint): Threat[] {
  if (averageGas === 0n) return [];
  const gasAt = (at: number): bigint => (seen[at]?.to === undefined ? 0n : (seen[at]?.gasUsed ?? 0n));
  return [...bySender].flatMap(([sender, places]) => {
    const index = places.reduce((most, at) => (gasAt(at) > gasAt(most) ? at : most));
    if (gasAt(index) <= exploitGas * averageGas) return [];
    const confidence = confidenceAt(gasAt(index) / averageGas, exploitGas);
    return [{ type: 'exploit' as const, reason: 'gas_above_usual', sender, index, confidence }];
  });
}

/** Senders in the order they appear, with the places of their transactions. */
type Places = ReadonlyMap<Address, readonly number[]>;

function placesBySender(seen: readonly AssessedTransaction[]): Places {
  const places = new Map<Address, number[]>();
  seen.forEach(({ sender }, index) => {
    const known = places.get(sender);
    if (known === undefined) places.set(sender, [index]);
    else known.push(index);
  });
  return places;
}
