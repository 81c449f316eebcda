import type { Chain } from '../chain/chain.ts';
import type { NextBlock } from '../chain/next-block.ts';
import type { Fork } from '../fork/fork.ts';
import { type BlockBeginning, readBlockBeginning } from '../fork/origin-transactions.ts';
import { repeated } from '../fork/repeated.ts';
import { emptyReport } from '../kernel/module.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import type { Hash } from '../primitives/hash.ts';
import { OriginError } from '../state/origin-state.ts';
import { HomeError } from './home-error.ts';
import type { Log } from './log/create-log.ts';

const noDeadline = { isOver: () => false, hasTimeFor: () => true };

/**
 * Makes the second block of a new fork: that of the origin after the one that the fork begins from, up to the
 * transaction `last`, with time, base fee, PREVRANDAO and coinbase of that block. Transactions that this chain cannot
 * execute are left out, which the log says. A fork that has the transaction already stays as it is. Rejects with an
 * OriginError when `last` cannot be executed, and with a HomeError when the fork has gone on without it.
 */
export async function replayOrigin(chain: Chain, fork: Fork, last: Hash, genesisFile: string, log: Log): Promise<void> {
  const { reader } = chain;
  if (reader.locate(last) !== undefined) return;
  if (reader.head().number > reader.identity.genesisHeight)
    throw new HomeError({ code: 'other-fork-transaction', file: genesisFile, hash: last });
  const request: Parameters<typeof readBlockBeginning>[1] = (method, params) =>
    fork.request(method, params, () => false);
  const beginning = await readBlockBeginning(fork.originName, request, fork.point.blockNumber + 1, last);
  const transactions = beginning.transactions.flatMap(({ transaction }) => transaction ?? []);
  // each by itself first: what they read is requested together, and no slot begins the whole block again
  await Promise.all(transactions.map((transaction) => repeated(() => build(chain, beginning, [transaction]))));
  const { executed, rejected } = await repeated(() => build(chain, beginning, transactions));
  const { hashes, reasons } = outcome(executed.block.transactions, rejected);
  for (const { hash, transaction } of beginning.transactions) {
    if (hashes.has(hash)) continue;
    const known = transaction === undefined ? 'this chain has no transactions of its kind' : 'it cannot be executed';
    const reason = reasons.get(hash) ?? known;
    if (hash === last) throw new OriginError(`fork.transaction-hash: ${hash} cannot be repeated: ${reason}`);
    log.warn({ tx: hash, reason }, 'a transaction of the origin is left out');
  }
  chain.commit(executed);
  log.info({ txs: hashes.size, height: executed.block.header.number, last }, 'transactions of the origin are repeated');
}

function build(chain: Chain, beginning: BlockBeginning, transactions: readonly Transaction[]) {
  const { overrides } = chain.rules;
  const { miner, timestamp, baseFee, gasLimit, prevRandao } = beginning;
  Object.assign(overrides, { baseFee, gasLimit, prevRandao });
  try {
    return chain.next.build({ miner, report: emptyReport(timestamp * 1000) }, transactions, noDeadline);
  } finally {
    delete overrides.baseFee;
    delete overrides.gasLimit;
    delete overrides.prevRandao;
  }
}

function outcome(taken: readonly Transaction[], rejected: ReturnType<NextBlock['build']>['rejected']) {
  const reasons = rejected.map(({ transaction: { hash }, error }) => [hash, String((error as Error).message)] as const);
  return { hashes: new Set(taken.map(({ hash }) => hash)), reasons: new Map(reasons) };
}
