import { count, fraction, oneOf } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { blockHeight } from '../../kernel/codec/units.ts';
import { recordsOf } from '../../kernel/module-sdk/record.ts';
import { accountKey, blockKey } from '../../kernel/module-sdk/record-key.ts';
import { zero } from '../../primitives/decimal/decimal.ts';
import { qcaAddress } from '../addresses.ts';

const { table, single } = recordsOf(qcaAddress);

const pools = ['rpos', 'dpos', 'pos'] as const;
export type Pool = (typeof pools)[number];
const infractionTypes = ['downtime', 'double_sign', 'light_client_attack'] as const;
export type InfractionType = (typeof infractionTypes)[number];

const operator = accountKey('validator', 'operator');

export const classifications = table(
  1,
  'classification',
  'The pool each validator was put into.',
  [operator],
  struct({ pool: oneOf(...pools), assigned_at: blockHeight }),
);

const infraction = struct({ type: oneOf(...infractionTypes), severity: fraction, penalty: fraction });
export const infractions = table(
  2,
  'infraction',
  'What validators were punished for.',
  [operator, blockKey('height', 'block height')],
  infraction,
);
export const escalations = table(
  4,
  'remembered',
  'How much of a validator’s infractions still counted when the last one came, that one included.',
  [operator],
  struct({ escalation: fraction, height: blockHeight }),
);
export const statisticsRecord = single(
  3,
  'statistics',
  'Counters since genesis.',
  struct({ pool_classifications: count, slashing_events: count }),
  { pool_classifications: 0, slashing_events: 0 },
);

export const poolShiftRecord = single(
  5,
  'pool_shift',
  'By how much PRISM has changed the weights of the first two pools.',
  struct({ rpos: fraction, dpos: fraction }),
  { rpos: zero, dpos: zero },
);
