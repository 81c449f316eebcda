import { bondedUqor } from '../../../modules/readers.ts';
import { define } from '../../dispatch/define.ts';
import type { Methods } from '../../method.ts';
import { mapValue } from '../../params/param-type.ts';
import { headState, withContext } from '../context.ts';
import type { SvmDependencies } from '../dependencies.ts';
import {
  anySlot,
  contextMembers,
  contextOptionsOf,
  contextParam,
  headFor,
  optionsParam,
} from '../params/context-options.ts';
import { accountOfKey, keyType } from '../params/keys.ts';
import { slotParam } from '../params/slot-range.ts';
import { booleanType, optionsType, u64Type } from '../params/svm-type.ts';
import { contextOf, integer, object } from '../schemas.ts';
import { lamportsPerUqor, maxRows, voteAccountsText } from '../vote-accounts.ts';

/** Slots without a vote after which a validator counts as delinquent, as in the SVM's own nodes. */
const usualDistance = 128;

const voteOptionsParam = optionsParam(
  mapValue(
    optionsType({
      ...contextMembers,
      votePubkey: keyType,
      keepUnstakedDelinquents: booleanType,
      start: keyType,
      delinquentSlotDistance: u64Type,
    }),
    ({ votePubkey, keepUnstakedDelinquents: withUnstaked = false, start, delinquentSlotDistance, ...context }) => ({
      ...contextOptionsOf(context),
      votePubkey: votePubkey && accountOfKey(votePubkey),
      start: start && accountOfKey(start),
      withUnstaked,
      delinquentDistance: Number(delinquentSlotDistance ?? usualDistance),
    }),
  ),
  'Options: votePubkey, keepUnstakedDelinquents, delinquentSlotDistance, commitment; start: the `next` of the answer before.',
);

/** Validators and their stake. */
export function stakeMethods({ chain, executor }: Pick<SvmDependencies, 'chain' | 'executor'>): Methods {
  return {
    getVoteAccounts: define(
      `Validators: those of the active set that sign blocks, and as delinquent those of it that have signed none for \`delinquentSlotDistance\` slots (${usualDistance} by default), and the others that have stake. Of the latter an answer has those among ${maxRows} rows; \`next\` is where the following one starts.`,
      [voteOptionsParam],
      object,
      ([options], call) => {
        const slot = headFor(chain, options).number;
        return executor.texts.make(() => voteAccountsText(chain, slot, options), call);
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
