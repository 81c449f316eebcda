import type { EndBlockContext, ExecutedTransaction } from '../../kernel/module.ts';
import { emptyWindow, maxPrices, type Window, windowRecord } from './records.ts';

/** A transaction that pays this many times the median of its block competes for its place. */
const outbidFactor = 3n;

/** Adds a block to the window since the last sample. */
export function countBlock({ state, block, report, transactions }: EndBlockContext, gasUsed: bigint): Window {
  const before = windowRecord.get(state);
  const elapsed = before.last_time === 0 ? 0 : Math.max(0, report.time - before.last_time);
  const prices = transactions.map(({ gasPrice }) => gasPrice);
  const counted: Window = {
    blocks: before.blocks + (before.last_time === 0 ? 0 : 1),
    gas_used: before.gas_used + gasUsed,
    gas_limit: before.gas_limit + block.gasLimit,
    transactions: before.transactions + transactions.length,
    bytes: before.bytes + total(transactions, ({ size }) => size),
    failed: before.failed + total(transactions, ({ succeeded }) => (succeeded ? 0 : 1)),
    fees: transactions.reduce((sum, tx) => sum + tx.gasUsed * tx.gasPrice, before.fees),
    time: before.time + elapsed,
    longest: Math.max(before.longest, elapsed),
    last_time: report.time,
    votes: before.votes + report.votes.length,
    signed: before.signed + report.votes.filter(({ signed }) => signed).length,
    waiting_transactions: report.waitingTransactions,
    waiting_bytes: report.waitingBytes,
    prices: [...before.prices, ...prices].slice(-maxPrices),
    outbid: before.outbid + outbidCount(prices),
  };
  windowRecord.set(state, counted);
  return counted;
}

/** Starts the next window; the time of the last block is kept. */
export function resetWindow({ state }: EndBlockContext, { last_time }: Pick<Window, 'last_time'>): void {
  windowRecord.set(state, { ...emptyWindow, last_time });
}

function total(transactions: readonly ExecutedTransaction[], part: (tx: ExecutedTransaction) => number): number {
  return transactions.reduce((sum, tx) => sum + part(tx), 0);
}

function outbidCount(prices: readonly bigint[]): number {
  const sorted = [...prices].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  const median = sorted[sorted.length >> 1] ?? 0n;
  return prices.filter((price) => price > median * outbidFactor).length;
}
