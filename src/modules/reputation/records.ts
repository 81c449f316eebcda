import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { count } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { blockHeight } from '../../kernel/codec/units.ts';
import { part } from '../../kernel/module-sdk/param-bounds.ts';
import { recordsOf } from '../../kernel/module-sdk/record.ts';
import { accountKey } from '../../kernel/module-sdk/record-key.ts';
import { reputationAddress } from '../addresses.ts';

const reputation = struct({
  stake_score: part(),
  performance_score: part(),
  contribution_score: part(),
  time_score: part(),
  composite_score: part(),
  last_updated_height: blockHeight,
  uptime_blocks: count,
  proposed_blocks: count,
  missed_blocks: count,
  slashing_events: count,
  community_votes: count,
  joined_at_height: blockHeight,
});
export type Reputation = DecodedBy<typeof reputation>;

/** A score at an earlier height is read from the state at that height: no separate history is kept. */
export const reputations = recordsOf(reputationAddress).table(
  1,
  'reputation',
  'Reputation of validators.',
  [accountKey('consensus', 'address of the key the validator signs with')],
  reputation,
);
