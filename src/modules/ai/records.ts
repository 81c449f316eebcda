import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { account, amount, count, oneOf, text } from '../../kernel/codec/scalars.ts';
import { list, struct } from '../../kernel/codec/structures.ts';
import { countIn, unixTime, weiAmount } from '../../kernel/codec/units.ts';
import { recordsOf } from '../../kernel/module-sdk/record.ts';
import { accountKey, blockKey, numberKey } from '../../kernel/module-sdk/record-key.ts';
import { aiAddress } from '../addresses.ts';
import { threatActions, threatLevels, threatTypes } from './fraud.ts';

const { table, single } = recordsOf(aiAddress);

const counters = struct({
  txs_routed: count,
  anomalies_detected: count,
  contracts_scored: count,
  txs_flagged: count,
  txs_rejected: count,
  fraud_detections: count,
});
export const countersRecord = single(1, 'counters', 'Counters since genesis.', counters, {
  txs_routed: 0,
  anomalies_detected: 0,
  contracts_scored: 0,
  txs_flagged: 0,
  txs_rejected: 0,
  fraud_detections: 0,
});

const senderProfile = struct({
  transactions: count,
  /** moving average of the value sent, in wei: one eighth of each new value */
  average: weiAmount,
  /** start of the running minute, seconds since 1970 */
  minute: unixTime,
  in_minute: count,
});
export type SenderProfile = DecodedBy<typeof senderProfile>;
export const senderProfiles = table(
  2,
  'habit',
  'What a sender usually does.',
  [accountKey('sender', 'who sends')],
  senderProfile,
);

export const averageGasRecord = single(
  4,
  'average_gas',
  'Gas that a call uses, as a moving average: a 64th of each new one.',
  amount,
  0n,
);

export const investigations = table(
  5,
  'investigation',
  'Patterns, such as attacks have, over the transactions of a block.',
  [blockKey('height', 'block height'), numberKey('number', 'running number in the block')],
  struct({
    type: oneOf(...threatTypes),
    level: oneOf(...threatLevels),
    /** the recommended action; the chain itself rejects nothing */
    action: oneOf(...threatActions),
    confidence: countIn('basis points'),
    reason: text,
    sender: account,
    /** place of the transaction that completed the pattern */
    index: count,
  }),
);

export const flaggedTransactions = table(
  3,
  'flagged',
  'Transactions that stood out.',
  [blockKey('height', 'block height'), numberKey('index', 'place in the block')],
  struct({ sender: account, score: count, flags: list(text) }),
);
