import {
  type Decimal,
  decimal,
  fromScaled,
  multiply,
  ratio,
  subtract,
  zero,
} from '../../primitives/decimal/decimal.ts';
import { sqrt } from '../../primitives/decimal/functions.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import { type Dimension, dimensions } from './dimensions.ts';
import type { Window } from './records.ts';

/** What PRISM reads of the other modules. */
export type NetworkStatistics = {
  /** uqor bonded with each validator of the active set */
  readonly stakes: readonly bigint[];
  readonly reputations: readonly Decimal[];
  readonly slashes: number;
  readonly jailings: number;
  readonly inflationRate: Decimal;
  /** part of the supply that is bonded */
  readonly bondedRatio: Decimal;
};

/** The vector of a sample, in the order of its dimensions. */
export function observe(window: Window, facts: NetworkStatistics, targetBlockTime: number): readonly Decimal[] {
  const values = { ...blockValues(window, targetBlockTime), ...networkValues(window, facts) };
  return dimensions.map((name) => values[name]);
}

type BlockDimension =
  | 'block_utilization'
  | 'tx_count'
  | 'avg_tx_size'
  | 'block_time'
  | 'block_time_delta'
  | 'gas_price_50th'
  | 'gas_price_95th'
  | 'mempool_size'
  | 'mempool_bytes'
  | 'avg_commit_latency'
  | 'max_commit_latency'
  | 'failed_tx_ratio'
  | 'avg_gas_per_tx'
  | 'mev_estimate';

function blockValues(window: Window, target: number): Record<BlockDimension, Decimal> {
  const blockTime = part(window.time, window.blocks);
  return {
    block_utilization: partOf(window.gas_used, window.gas_limit),
    tx_count: decimal(window.transactions),
    avg_tx_size: part(window.bytes, window.transactions),
    block_time: blockTime,
    block_time_delta: subtract(blockTime, decimal(target)),
    gas_price_50th: priceAt(window.prices, 50),
    gas_price_95th: priceAt(window.prices, 95),
    mempool_size: decimal(window.waiting_transactions),
    mempool_bytes: decimal(window.waiting_bytes),
    // Milliseconds from the start of one block to the start of the next, the commit included.
    avg_commit_latency: blockTime,
    max_commit_latency: decimal(window.longest),
    failed_tx_ratio: part(window.failed, window.transactions),
    avg_gas_per_tx: partOf(window.gas_used, BigInt(window.transactions)),
    mev_estimate: part(window.outbid, window.transactions),
  };
}

function networkValues(window: Window, facts: NetworkStatistics): Record<Exclude<Dimension, BlockDimension>, Decimal> {
  const { stakes, reputations } = facts;
  const mean = meanOf(reputations);
  return {
    validator_count: decimal(stakes.length),
    validator_gini: gini(stakes),
    missed_block_ratio: part(window.votes - window.signed, window.votes),
    precommit_ratio: part(window.signed, window.votes),
    reward_per_validator: partOf(window.fees / weiPerUqor, BigInt(stakes.length)),
    slash_count: decimal(facts.slashes),
    jail_count: decimal(facts.jailings),
    inflation_rate: facts.inflationRate,
    bonded_ratio: facts.bondedRatio,
    reputation_mean: mean,
    reputation_std_dev: sqrt(
      meanOf(reputations.map((value) => multiply(subtract(value, mean), subtract(value, mean)))),
    ),
  };
}

/** 0 when all have the same, towards 1 when one has everything. */
export function gini(values: readonly bigint[]): Decimal {
  const sorted = [...values].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  const sum = sorted.reduce((total, value) => total + value, 0n);
  const count = BigInt(sorted.length);
  const weighted = sorted.reduce((total, value, at) => total + (2n * BigInt(at + 1) - count - 1n) * value, 0n);
  return partOf(weighted, count * sum);
}

/** Price that so many percent of the transactions did not exceed, in uqor per gas. */
function priceAt(prices: readonly bigint[], percent: number): Decimal {
  const sorted = [...prices].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  const rank = Math.min(sorted.length - 1, Number((BigInt(sorted.length) * BigInt(percent)) / 100n));
  return partOf(sorted[rank] ?? 0n, weiPerUqor);
}

function meanOf(values: readonly Decimal[]): Decimal {
  if (values.length === 0) return zero;
  return fromScaled(values.reduce<bigint>((sum, value) => sum + value, 0n) / BigInt(values.length));
}

function part(numerator: number, denominator: number): Decimal {
  return partOf(BigInt(numerator), BigInt(denominator));
}

function partOf(numerator: bigint, denominator: bigint): Decimal {
  return denominator === 0n ? zero : ratio(numerator, denominator);
}
