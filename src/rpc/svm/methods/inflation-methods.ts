import type { ChainReader } from '../../../chain/types.ts';
import { emission, epochLength } from '../../../modules/readers.ts';
import {
  type Decimal,
  formatDecimal,
  minimum,
  one,
  ratio,
  subtract,
  zero,
} from '../../../primitives/decimal/decimal.ts';
import { JsonText } from '../../../primitives/json-text.ts';
import type { StateView } from '../../../state/types.ts';
import { define } from '../../dispatch/define.ts';
import type { Methods } from '../../method.ts';
import { mapValue } from '../../params/param-type.ts';
import { headState } from '../context.ts';
import { blockNotAvailable } from '../errors.ts';
import { anySlot, contextMembers, contextOptionsOf, contextParam, optionsParam } from '../params/context-options.ts';
import { keysParam } from '../params/keys.ts';
import { optionsType, u64Type } from '../params/svm-type.ts';
import { listOf, object, orNull } from '../schemas.ts';

/** Accounts of one request for rewards at most. */
const maxRewards = 1_000;

const rewardOptionsParam = optionsParam(
  mapValue(optionsType({ ...contextMembers, epoch: u64Type }), ({ epoch, ...context }) => ({
    ...contextOptionsOf(context),
    epoch,
  })),
  'Options: epoch (the one before the current when left out), commitment, minContextSlot.',
);

/** The emission of new coins: all of it goes to validators and those who stake with them. */
export function inflationMethods(chain: ChainReader): Methods {
  return {
    getInflationRate: define('Yearly growth of the supply at the current rate.', [], object, () => {
      const { state } = headState(chain, anySlot);
      const { epoch, annualRate } = emission(state);
      const rate = toNumberText(annualRate);
      return { epoch, foundation: 0, total: rate, validator: rate };
    }),
    getInflationGovernor: define(
      'How the growth of the supply changes over the years.',
      [contextParam],
      object,
      ([options]) => governorOf(headState(chain, options).state),
    ),
    getInflationReward: define(
      'Rewards paid out by the end of an epoch: always none, as owners withdraw rewards themselves.',
      [keysParam('addresses', 'Accounts, in base58.', maxRewards), rewardOptionsParam],
      listOf(orNull(object)),
      ([addresses, options]) => {
        const { slot, state } = headState(chain, options);
        const slots = epochLength(state);
        const current = Math.floor(slot / slots);
        const epoch = options.epoch ?? Math.max(0, current - 1);
        if (epoch > current) throw blockNotAvailable(BigInt(epoch) * BigInt(slots));
        return addresses.map(() => null);
      },
    ),
  };
}

/**
 * A schedule starts at its first rate, or at what the cap leaves, and ends at its last; a fixed emission keeps its rate
 * until it is used up.
 */
function governorOf(state: StateView) {
  const { params, annualRate } = emission(state);
  const { emission_mode, max_total_emission, schedule } = params;
  const isScheduled = emission_mode === 'schedule';
  const initial = isScheduled ? minimum(schedule[0]?.rate ?? zero, annualRate) : annualRate;
  const second = schedule[1]?.rate ?? initial;
  const taper = isScheduled && initial > zero ? subtract(one, ratio(second, initial)) : zero;
  const last = schedule.at(-1)?.rate ?? zero;
  const fixedEnd = max_total_emission === 0n ? initial : zero;
  return {
    foundation: 0,
    foundationTerm: 0,
    initial: toNumberText(initial),
    taper: toNumberText(taper),
    terminal: toNumberText(isScheduled ? last : fixedEnd),
  };
}

/** All digits, where a double would lose some. */
function toNumberText(value: Decimal): JsonText {
  return new JsonText(formatDecimal(value));
}
