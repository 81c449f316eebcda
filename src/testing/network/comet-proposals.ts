import assert from 'node:assert/strict';
import { encodeReportTransaction } from '../../consensus/comet/report-transaction.ts';
import { unbundle } from '../../consensus/comet/transaction-bundle.ts';
import { toHex } from '../../primitives/hex.ts';

export const validator = Buffer.alloc(20, 0xa1);
export const seconds = 2_000_000_000;
export const nothing = encodeReportTransaction({ waitingTransactions: 0, waitingBytes: 0 });

/** Status of a proposal in ABCI. */
export const [accepted, rejected] = [1, 2];

/** A block as CometBFT sends it. */
export function blockOf(txs: readonly Uint8Array[], height = 1, flag = 2) {
  const votes = [{ validator: { address: validator, power: 1 }, blockIdFlag: flag }];
  const time = { seconds: seconds + height, nanos: 7_999_999 };
  const lastCommit = { round: 0, votes: height === 1 ? [] : votes };
  return { txs, lastCommit, misbehaviour: [], hash: validator, height, time, proposerAddress: validator };
}

/** The request of CometBFT to propose a block. */
export function proposalOf(height = 1) {
  const { lastCommit, txs: _txs, hash: _hash, ...rest } = blockOf([], height);
  return { ...rest, txs: [], localLastCommit: lastCommit, maxTxBytes: 4_000_000 };
}

/** The transactions of the entries that are sent to peers, as hex. */
export function transactionsIn(entries: readonly Uint8Array[] = []) {
  return entries.flatMap(transactionsOf).map(toHex);
}

/** The transactions of one entry, a transaction or a bundle. */
export function transactionsOf(entry: Uint8Array) {
  const transactions = unbundle(entry);
  assert.ok(!('code' in transactions));
  return transactions;
}
