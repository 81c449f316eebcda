import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { account, count, flag, text } from '../../kernel/codec/scalars.ts';
import { list, struct, withFallback } from '../../kernel/codec/structures.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { babylonAddress } from '../addresses.ts';

/** Every call of an attester reads them all. */
const maxAttesters = 25;

const codec = struct({
  enabled: flag,
  /** satoshis */
  min_stake_amount: count,
  /** Bitcoin blocks from the request to unbond to the release */
  unbonding_period: count,
  /** epochs between two snapshots that can be checkpointed */
  checkpoint_interval: count,
  /** name of the Babylon chain on which the stakes are registered */
  chain_id: text,
  /** blocks of this chain */
  epoch_length: count,
  /** Bitcoin blocks above a checkpoint until it is confirmed, and until it is finalized */
  confirmation_depth: count,
  finalization_depth: count,
  /** accounts that report what happened on Bitcoin, besides the authority */
  attesters: list(account),
  /** satoshis above which a stake needs as many attesters that say the same */
  large_stake_amount: withFallback(count, 10_000_000_000),
  large_stake_attesters: withFallback(count, 2),
});
type BabylonParams = DecodedBy<typeof codec>;

export const babylonParams = paramsOf(babylonAddress, {
  codec,
  defaults: {
    enabled: false,
    min_stake_amount: 100_000,
    unbonding_period: 144,
    checkpoint_interval: 10,
    chain_id: 'bbn-1',
    epoch_length: 360,
    confirmation_depth: 10,
    finalization_depth: 100,
    attesters: [],
    large_stake_amount: 10_000_000_000,
    large_stake_attesters: 2,
  },
  development: { checkpoint_interval: 2, epoch_length: 5 },
  check: (params) => depthFault(params) ?? namesFault(params) ?? largeStakeFault(params),
});

const positive = ['min_stake_amount', 'unbonding_period', 'checkpoint_interval', 'epoch_length'] as const;

function depthFault(params: BabylonParams): string | undefined {
  const none = positive.find((name) => params[name] < 1);
  if (none !== undefined) return `${none} must be at least 1`;
  if (params.confirmation_depth < 1) return 'confirmation_depth must be at least 1 Bitcoin block';
  return params.finalization_depth <= params.confirmation_depth
    ? 'finalization_depth must be above confirmation_depth'
    : undefined;
}

function largeStakeFault({ large_stake_amount, large_stake_attesters }: BabylonParams): string | undefined {
  if (large_stake_amount > 2_100_000_000_000_000) return 'large_stake_amount must be at most 21 million bitcoin';
  return large_stake_attesters < 1 || large_stake_attesters > maxAttesters
    ? `large_stake_attesters must be from 1 to ${maxAttesters}`
    : undefined;
}

function namesFault({ chain_id, attesters }: BabylonParams): string | undefined {
  if (!/^[a-z0-9-]{1,50}$/.test(chain_id)) return 'chain_id must have 1 to 50 of a-z, 0-9 and -';
  const isEach = new Set(attesters).size === attesters.length && !attesters.includes(zeroAddress);
  return isEach && attesters.length <= maxAttesters
    ? undefined
    : `attesters must be at most ${maxAttesters} different accounts, and not the zero address`;
}
