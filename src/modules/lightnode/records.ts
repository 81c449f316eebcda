import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { account, blob, count } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { blockHeight, unixTime, weiAmount } from '../../kernel/codec/units.ts';
import { recordsOf } from '../../kernel/module-sdk/record.ts';
import { accountKey, numberKey } from '../../kernel/module-sdk/record-key.ts';
import { lightnodeAddress } from '../addresses.ts';

const { table, single } = recordsOf(lightnodeAddress);

const operator = struct({
  /** the account that answers for the operator */
  key: account,
  registered_at: unixTime,
  /** the last epoch that it answered and was not paid for; 0 for none */
  answered: count,
});
export type Operator = DecodedBy<typeof operator>;

const progress = struct({
  /** the running epoch; 0 is the one before the first question */
  epoch: count,
  /** the block with which it began, whose randomness is its question */
  started_at: blockHeight,
  seed: blob,
  /** operators that have answered in it */
  answers: count,
  operators: count,
  /** wei of the pool that operators have earned and not taken */
  owed: weiAmount,
});

export const operators = table(
  1,
  'operator',
  'Operators of light nodes.',
  [accountKey('operator', 'the account that is paid')],
  operator,
);

export const operatorsByKey = table(
  2,
  'operator_by_key',
  'The operator for which a key answers.',
  [accountKey('key', 'the account that answers')],
  account,
);

export const shares = table(
  3,
  'share',
  'What each operator that answered in an ended epoch has earned, while some of them were not paid.',
  [numberKey('epoch', 'the epoch')],
  struct({ share: weiAmount, unpaid: count }),
);

export const progressRecord = single(4, 'progress', 'The running epoch and sums.', progress, {
  epoch: 0,
  started_at: 0,
  seed: new Uint8Array(32),
  answers: 0,
  operators: 0,
  owed: 0n,
});
