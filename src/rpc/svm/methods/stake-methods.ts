import type { ChainReader } from '../../../chain/types.ts';
import {
  activeOperators,
  bondedUqor,
  listValidators,
  type ValidatorView,
  validatorOf,
} from '../../../modules/readers.ts';
import { type Address, fromSvmKey, toBase58, zeroAddress } from '../../../primitives/address.ts';
import { one } from '../../../primitives/decimal/decimal.ts';
import { weiPerLamport, weiPerUqor } from '../../../primitives/units.ts';
import type { StateView } from '../../../state/types.ts';
import { define } from '../../dispatch/define.ts';
import { mapValue } from '../../params/param-type.ts';
import type { JsonValue, Methods } from '../../types.ts';
import { headState, withContext } from '../context.ts';
import { anySlot, contextMembers, contextOptionsOf, contextParam, optionsParam } from '../params/context-options.ts';
import { type Key, keyType } from '../params/keys.ts';
import { slotParam } from '../params/slot-range.ts';
import { booleanType, optionsType } from '../params/svm-type.ts';
import { contextOf, integer, object } from '../schemas.ts';

const lamportsPerUqor = weiPerUqor / weiPerLamport;

const voteOptionsParam = optionsParam(
  mapValue(
    optionsType({
      ...contextMembers,
      votePubkey: keyType,
      keepUnstakedDelinquents: booleanType,
      start: keyType,
    }),
    ({ votePubkey, keepUnstakedDelinquents: withUnstaked = false, start, ...context }) => ({
      ...contextOptionsOf(context),
      votePubkey: votePubkey && operatorOfKey(votePubkey),
      start: start && operatorOfKey(start),
      withUnstaked,
    }),
  ),
  'Options: votePubkey, keepUnstakedDelinquents, commitment; start: the `next` of the answer before.',
);

/** Validators and their stake. */
export function stakeMethods(chain: ChainReader): Methods {
  return {
    getVoteAccounts: define(
      `Validators: those that sign blocks now, and the others that have stake. Of these an answer has those among ${maxRows} rows; \`next\` is where the following one starts.`,
      [voteOptionsParam],
      object,
      ([options]) => {
        const { slot, state } = headState(chain, options);
        const encoded = (validator: ValidatorView) => encodeValidator(validator, validator.isActive ? slot : undefined);
        if (options.votePubkey !== undefined) {
          const found = validatorOf(state, options.votePubkey);
          const shown = found !== undefined && isShown(found, options.withUnstaked) ? [encoded(found)] : [];
          return found?.isActive === true ? { current: shown, delinquent: [] } : { current: [], delinquent: shown };
        }
        const current = options.start === undefined ? activeValidators(state).map(encoded) : [];
        const { rows, next } = inactiveValidators(state, options.start);
        const delinquent = rows.filter((row) => isShown(row, options.withUnstaked)).map(encoded);
        return { current, delinquent, ...(next !== undefined && { next: toBase58(next) }) };
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

/** Rows of validators that one answer reads. */
const maxRows = 2_000;

/** The account of a key; that of nobody for a key that is no native account. */
function operatorOfKey({ bytes }: Key): Address {
  return fromSvmKey(bytes) ?? zeroAddress;
}

function isShown({ isActive, tokens }: ValidatorView, withUnstaked: boolean): boolean {
  return isActive || tokens > 0n || withUnstaked;
}

function activeValidators(state: StateView): ValidatorView[] {
  return activeOperators(state).flatMap((operator) => validatorOf(state, operator) ?? []);
}

/** The validators that sign no blocks, among the next rows, and the first operator behind these. */
function inactiveValidators(state: StateView, start: Address | undefined) {
  const rows: ValidatorView[] = [];
  let read = 0;
  for (const validator of listValidators(state, start)) {
    if (read++ === maxRows) return { rows, next: validator.operator };
    if (!validator.isActive) rows.push(validator);
  }
  return { rows, next: undefined };
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
