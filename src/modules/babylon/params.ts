import { boundedList, boundedText } from '../../kernel/codec/bounded.ts';
import { account, flag, text } from '../../kernel/codec/scalars.ts';
import { list } from '../../kernel/codec/structures.ts';
import { blocks, numberOf } from '../../kernel/module-sdk/param-bounds.ts';
import { type ParamValues, param, paramsOf } from '../../kernel/module-sdk/params.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { babylonAddress } from '../addresses.ts';

/** Every call of an attester reads them all. */
const maxAttesters = 25;

const parameters = {
  enabled: param(flag, false),
  /** satoshis */
  min_stake_amount: param(numberOf('satoshis', 1, 2_100_000_000_000_000, 'all bitcoins there will ever be'), 100_000),
  /** Bitcoin blocks from the request to unbond to the release */
  unbonding_period: param(numberOf('Bitcoin blocks', 1, 525_600, 'ten years of Bitcoin'), 144),
  /** epochs between two snapshots that can be checkpointed */
  checkpoint_interval: param(numberOf('epochs', 1, 1_000_000, 'a checkpoint has to come'), 10, { development: 2 }),
  /** name of the Babylon chain on which the stakes are registered */
  chain_id: param(boundedText(text, 1, 50, 'a name'), 'bbn-1', {
    withoutEffect: 'a name for people: nothing here is connected with Babylon',
  }),
  /** blocks of this chain */
  epoch_length: param(blocks(1), 360, { development: 5 }),
  /** Bitcoin blocks above a checkpoint until it is confirmed, and until it is finalized */
  confirmation_depth: param(numberOf('Bitcoin blocks', 1, 100_000, 'two years of Bitcoin'), 10),
  finalization_depth: param(numberOf('Bitcoin blocks', 2, 200_000, 'four years of Bitcoin'), 100),
  /** accounts that report what happened on Bitcoin, besides the authority */
  attesters: param(boundedList(list(account), 0, maxAttesters, 'every call of an attester reads them all'), []),
  /**
   * satoshis above which a stake needs `large_stake_attesters` that say the same; all positions together that fewer have
   * seen have no more, until they are released
   */
  large_stake_amount: param(
    numberOf('satoshis', 0, 2_100_000_000_000_000, 'all bitcoins there will ever be'),
    10_000_000_000,
  ),
  large_stake_attesters: param(numberOf('attesters', 1, maxAttesters, 'as many as there may be'), 2),
};
type BabylonParams = ParamValues<typeof parameters>;

export const babylonParams = paramsOf(babylonAddress, parameters, (params) => depthFault(params) ?? namesFault(params));

function depthFault(params: BabylonParams): string | undefined {
  return params.finalization_depth <= params.confirmation_depth
    ? 'finalization_depth must be above confirmation_depth'
    : undefined;
}

function namesFault({ chain_id, attesters }: BabylonParams): string | undefined {
  if (!/^[a-z0-9-]{1,50}$/.test(chain_id)) return 'chain_id must have 1 to 50 of a-z, 0-9 and -';
  const isEach = new Set(attesters).size === attesters.length && !attesters.includes(zeroAddress);
  return isEach ? undefined : 'attesters must be different accounts, and not the zero address';
}
