import type { ChainReader, LogFilter, TransactionLocation } from '../../chain/types.ts';
import type { Log } from '../../kernel/engine.ts';
import { svmEvents, svmOnlyLamports, svmOnlyPayment } from '../../modules/readers.ts';
import type { Hash } from '../../primitives/hash.ts';
import { fromHex } from '../../primitives/hex.ts';

/** Lamports that events paid to accounts whose keys are no native ones, or took from them, by key. */
export function svmOnlySums(logs: Iterable<Log>): ReadonlyMap<Hash, bigint> {
  const sums = new Map<Hash, bigint>();
  for (const log of logs) {
    const payment = svmOnlyPayment(log);
    if (payment !== undefined) sums.set(payment.key, (sums.get(payment.key) ?? 0n) + payment.lamports);
  }
  return sums;
}

/** The topics of both kinds of events that change the lamports of a key. */
export function svmOnlyTopics(key: Hash): readonly LogFilter['topics'][] {
  return [
    [[svmEvents.deposited], [], [key]],
    [[svmEvents.withdrawn], [key]],
  ];
}

/** Lamports of a key after the block of that height; undefined when there is no such state. */
export function svmOnlyLamportsAt(chain: ChainReader, key: Hash, height: number): bigint | undefined {
  const state = chain.states.at(height);
  return state && (svmOnlyLamports(state, fromHex(key)) ?? 0n);
}

/** Lamports of a key before a transaction: after the parent, with what earlier transactions of the block paid. */
export function svmOnlyLamportsBefore(chain: ChainReader, key: Hash, { height, index }: TransactionLocation): bigint {
  const range = {
    fromHeight: height,
    toHeight: height,
    addresses: [svmEvents.address],
    limit: Number.MAX_SAFE_INTEGER,
  };
  const earlier = svmOnlyTopics(key)
    .flatMap((topics) => chain.logs.find({ ...range, topics }))
    .filter(({ transactionIndex }) => transactionIndex < index);
  const paid = svmOnlySums(earlier.map(({ log }) => log)).get(key) ?? 0n;
  return (svmOnlyLamportsAt(chain, key, height - 1) ?? 0n) + paid;
}
