import type { ChainReader } from '../../../chain/types.ts';
import { bondedUqor, listValidators, type ValidatorView } from '../../../modules/readers.ts';
import { toBase58 } from '../../../primitives/address.ts';
import { one } from '../../../primitives/decimal/decimal.ts';
import { weiPerLamport, weiPerUqor } from '../../../primitives/units.ts';
import { define } from '../../dispatch/define.ts';
import { mapValue } from '../../params/param-type.ts';
import type { JsonValue, Methods } from '../../types.ts';
import { headState, withContext } from '../context.ts';
import { anySlot, contextMembers, contextOptionsOf, contextParam, optionsParam } from '../params/context-options.ts';
import { keyType } from '../params/keys.ts';
import { slotParam } from '../params/slot-range.ts';
import { booleanType, optionsType } from '../params/svm-type.ts';
import { contextOf, integer, object } from '../schemas.ts';

const lamportsPerUqor = weiPerUqor / weiPerLamport;

const voteOptionsParam = optionsParam(
  mapValue(
    optionsType({ ...contextMembers, votePubkey: keyType, keepUnstakedDelinquents: booleanType }),
    ({ votePubkey, keepUnstakedDelinquents: withUnstaked = false, ...context }) => ({
      ...contextOptionsOf(context),
      votePubkey,
      withUnstaked,
    }),
  ),
  'Options: votePubkey, keepUnstakedDelinquents, commitment.',
);

/** Validators and their stake. */
export function stakeMethods(chain: ChainReader): Methods {
  return {
    getVoteAccounts: define(
      'Validators: those that sign blocks now, and the others that have stake.',
      [voteOptionsParam],
      object,
      ([options]) => {
        const { slot, state } = headState(chain, options);
        const current: JsonValue[] = [];
        const delinquent: JsonValue[] = [];
        for (const validator of listValidators(state)) {
          const { operator, isActive, tokens } = validator;
          if (options.votePubkey !== undefined && options.votePubkey.text !== toBase58(operator)) continue;
          if (!isActive && tokens === 0n && !options.withUnstaked) continue;
          (isActive ? current : delinquent).push(encodeValidator(validator, isActive ? slot : undefined));
        }
        return { current, delinquent };
      },
    ),
    getStakeMinimumDelegation: define(
      'Fewest lamports that can be delegated: one uqor.',
      [contextParam],
      contextOf(integer),
      ([options]) => withContext(headState(chain, options).slot, lamportsPerUqor),
    ),
    getBlockCommitment: define(
      'Stake behind a block. Blocks are final when committed, so that there are no later votes.',
      [slotParam('slot', 'Its slot.')],
      object,
      () => ({ commitment: null, totalStake: bondedUqor(headState(chain, anySlot).state) * lamportsPerUqor }),
    ),
  };
}

/** `signed`: the newest slot it signed; undefined when it signs none now */
function encodeValidator(validator: ValidatorView, signed: number | undefined): JsonValue {
  return {
    activatedStake: validator.tokens * lamportsPerUqor,
    commission: Number((validator.commission * 100n) / one),
    epochCredits: [],
    epochVoteAccount: signed !== undefined,
    lastVote: signed ?? 0,
    nodePubkey: toBase58(validator.operator),
    rootSlot: signed ?? 0,
    votePubkey: toBase58(validator.operator),
  };
}
