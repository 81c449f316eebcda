import { each, integer, measured, objectOf, text } from '../../kernel/module-sdk/figures.ts';
import { notFound, query, type ValidatorName, validatorParam } from '../../kernel/module-sdk/query.ts';
import { type Address, toBech32 } from '../../primitives/address.ts';
import { formatDecimal } from '../../primitives/decimal/decimal.ts';
import type { StateView } from '../../state/types.ts';
import type { Dependencies } from './dependencies.ts';
import { reputations } from './records.ts';

const scores = ['composite_score', 'stake_score', 'performance_score', 'contribution_score', 'time_score'] as const;
const counters = [
  'uptime_blocks',
  'missed_blocks',
  'proposed_blocks',
  'slashing_events',
  'community_votes',
  'joined_at_height',
  'last_updated_height',
] as const;

/** Address of the signing key for the parameter of a caller. */
function consensusNamed(
  state: StateView,
  { spelling, address }: ValidatorName,
  validators: Dependencies,
): Address | undefined {
  return spelling === 'qorvalcons' ? address : validators.consensusOf(state, address);
}

/** The `qor_` methods of the module. */
export const reputationQueries = (validators: Dependencies) => [
  query(
    'qor_getReputationScore',
    'How well a validator has served, with the parts of its score.',
    [validatorParam('validator', 'the validator')],
    measured(
      objectOf({
        address: text,
        ...each(scores, { ...text, description: 'decimal, 0 to 1' }),
        ...each(counters, integer),
      }),
    ),
    ({ state }, validator) => {
      const consensus = consensusNamed(state, validator, validators);
      const found = consensus && reputations.get(state, consensus);
      const address = toBech32(validator.address, validator.spelling);
      if (found === undefined) throw notFound(`${address} has no reputation: no block was voted on by it`);
      return {
        address,
        ...Object.fromEntries(scores.map((name) => [name, formatDecimal(found[name], 1)])),
        ...Object.fromEntries(counters.map((name) => [name, found[name]])),
      };
    },
  ),
];
