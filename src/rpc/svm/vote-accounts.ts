import type { ChainReader } from '../../chain/types.ts';
import { activeOperators, listValidators, type ValidatorView, validatorOf } from '../../modules/readers.ts';
import { type Address, toBase58 } from '../../primitives/address.ts';
import { one } from '../../primitives/decimal/decimal.ts';
import { weiPerLamport, weiPerUqor } from '../../primitives/units.ts';
import type { StateView } from '../../state/types.ts';
import { writeJson } from '../dispatch/write-json.ts';
import { firstRows, pinnedBlock, stateAt } from '../execution/pinned-block.ts';
import type { JsonValue } from '../json-value.ts';

/** Lamports of a uqor. */
export const lamportsPerUqor = weiPerUqor / weiPerLamport;

/** Rows of validators that one answer reads, and those that are read in one piece. */
export const maxRows = 2_000;
const rowsPerPiece = 50;

export type VoteAccountOptions = {
  readonly votePubkey: Address | undefined;
  /** the first of those that sign no blocks; those that do are left out then */
  readonly start: Address | undefined;
  /** Whether to list validators without stake, which sign no blocks. */
  readonly withUnstaked: boolean;
  /** slots since its last vote for which a validator counts as current */
  readonly delinquentDistance: number;
};

/** The JSON text of an answer of getVoteAccounts, all of one block. */
export function* voteAccountsText(chain: ChainReader, slot: number, options: VoteAccountOptions): Iterable<string> {
  const current: string[] = [];
  const delinquent: string[] = [];
  const pieces = validatorPieces(chain, slot, options);
  let step = pieces.next();
  for (; step.done !== true; step = pieces.next()) {
    for (const validator of step.value) {
      if (!isShown(validator, options.withUnstaked)) continue;
      const { isActive, lastSigned = slot } = validator;
      const isCurrent = isActive && slot - lastSigned <= options.delinquentDistance;
      (isCurrent ? current : delinquent).push(writeJson(encodeValidator(validator, lastSigned)));
    }
    yield '';
  }
  yield '{"current":[';
  yield* listPieces(current);
  yield '],"delinquent":[';
  yield* listPieces(delinquent);
  yield step.value === undefined ? ']}' : `],"next":"${toBase58(step.value)}"}`;
}

/** The validators of an answer in pieces; returns where the following answer starts. */
function* validatorPieces(
  chain: ChainReader,
  slot: number,
  { votePubkey, start }: VoteAccountOptions,
): Generator<readonly ValidatorView[], Address | undefined> {
  const onBlock = pinnedBlock(chain, slot);
  const read = <T>(action: (state: StateView) => T) => onBlock(() => action(stateAt(chain, slot)));
  const validatorsOf = (operators: readonly Address[]) =>
    read((state) => operators.flatMap((operator) => validatorOf(state, operator) ?? []));
  if (votePubkey !== undefined) {
    yield validatorsOf([votePubkey]);
    return undefined;
  }
  if (start === undefined) {
    const active = read(activeOperators);
    for (let at = 0; at < active.length; at += rowsPerPiece) yield validatorsOf(active.slice(at, at + rowsPerPiece));
  }
  let next = start;
  for (let count = 0; count < maxRows; count += rowsPerPiece) {
    const { rows, following } = read((state) => firstRows(listValidators(state, next), rowsPerPiece));
    yield rows.filter(({ isActive }) => !isActive);
    next = following?.operator;
    if (next === undefined) return undefined;
  }
  return next;
}

function isShown({ isActive, tokens }: ValidatorView, withUnstaked: boolean): boolean {
  return isActive || tokens > 0n || withUnstaked;
}

function* listPieces(texts: readonly string[]): Iterable<string> {
  for (const [index, text] of texts.entries()) yield index === 0 ? text : `,${text}`;
}

function encodeValidator(validator: ValidatorView, lastVote: number): JsonValue {
  return {
    activatedStake: validator.tokens * lamportsPerUqor,
    commission: Number((validator.commission * 100n) / one),
    epochCredits: [],
    epochVoteAccount: validator.isActive,
    lastVote,
    nodePubkey: toBase58(validator.node),
    rootSlot: lastVote,
    votePubkey: toBase58(validator.operator),
  };
}
