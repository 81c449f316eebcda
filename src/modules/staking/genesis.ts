import type { HookEnvironment } from '../../kernel/module.ts';
import { nextNumber } from '../../kernel/module-sdk/next-number.ts';
import type { Network } from '../../kernel/network.ts';
import { type Address, toBech32, zeroAddress } from '../../primitives/address.ts';
import { consensusAddress } from '../../primitives/crypto/consensus-key.ts';
import { developmentAccounts, developmentConsensusKey } from '../../primitives/development-accounts.ts';
import { toHexDigits } from '../../primitives/hex.ts';
import type { WorldState } from '../../state/types.ts';
import { missesOf } from './absence.ts';
import { renewActiveSet, renewConsensusSet } from './active-set.ts';
import type { Dependencies } from './dependencies.ts';
import {
  activeSetRecord,
  delegations,
  operatorsByConsensus,
  operatorsByRank,
  totalsRecord,
  unbondings,
  type Validator,
  validators,
} from './records.ts';
import { redelegations } from './redelegation-records.ts';
import { indexRedelegation } from './redelegations.ts';
import { isRanked, rankOf, sharesOf, sharesPerUqor } from './stake.ts';

/** Stake of the one validator of a development network, in uqor. */
const developmentStake = 1_000_000_000_000n;

/** The validators of a development network: its first account operates the only one. */
export function defaultSection(network: Network): object {
  const [first] = developmentAccounts;
  if (network !== 'dev' || first === undefined) return {};
  const { publicKey } = developmentConsensusKey;
  return validatorsSection([{ operator: first.address, publicKey, moniker: 'development', tokens: developmentStake }]);
}

/** A validator that a network starts with; `tokens` in uqor are its self bond. */
type FirstValidator = {
  readonly operator: Address;
  /** 32 or 33 bytes */
  readonly publicKey: Uint8Array;
  readonly moniker: string;
  readonly tokens: bigint;
  /** id of its node, when it is known */
  readonly node?: Address;
};

/**
 * Members of the genesis section for the validators of a new network. Throws a RangeError for bytes that are no key.
 */
export function validatorsSection(first: readonly FirstValidator[]) {
  const shares = (tokens: bigint) => (tokens * sharesPerUqor).toString();
  return {
    validator: first.map(({ operator, tokens, ...rest }) => ({
      key: [toBech32(operator)],
      value: { ...newValidator(rest), tokens: tokens.toString(), shares: shares(tokens), commission: '0.05' },
    })),
    delegation: first.map(({ operator, tokens }) => {
      return { key: [toBech32(operator), toBech32(operator)], value: shares(tokens) };
    }),
  };
}

function newValidator({ publicKey, moniker, node = zeroAddress }: Omit<FirstValidator, 'operator' | 'tokens'>) {
  const consensus = consensusAddress(publicKey);
  if (consensus === undefined) throw new RangeError('staking: not a public key of ed25519 or secp256k1');
  return {
    ...{ consensus: toBech32(consensus), public_key: toHexDigits(publicKey), moniker },
    ...{ is_active: false, jailed: false, jailed_until: 0, tombstoned: false, created_height: 0 },
    ...{ slashes: 0, missed_blocks: 0, window_start: 0, node: toBech32(node) },
  };
}

/**
 * Derives the other records from validators and delegations: keys, ranking, active set. Throws a RangeError when the
 * shares of a validator are not those of its delegators or fewer than were redelegated, or when its public key has
 * another address than it says.
 */
export function deriveRecords(context: HookEnvironment, dependencies: Dependencies): void {
  const { state, block } = context;
  const owned = new Map<string, bigint>();
  for (const [[, operator], shares] of delegations.list(state))
    owned.set(operator, (owned.get(operator) ?? 0n) + shares);
  for (const [[operator], validator] of [...validators.list(state)]) {
    if ((owned.get(operator) ?? 0n) !== validator.shares) {
      throw new RangeError(`staking: the delegations to ${toBech32(operator)} do not add up to its shares`);
    }
    assertKey(operator, validator);
    operatorsByConsensus.set(state, operator, validator.consensus);
    dependencies.startReputation(state, validator.consensus, Number(block.number));
    const missed_blocks = missesOf(state, operator, validator);
    if (missed_blocks !== validator.missed_blocks) validators.set(state, { ...validator, missed_blocks }, operator);
    if (isRanked(validator)) operatorsByRank.set(state, true, rankOf(validator), operator);
  }
  deriveRedelegations(state);
  countTotals(state);
  if (activeSetRecord.get(state).length === 0) {
    totalsRecord.set(state, { ...totalsRecord.get(state), set_changed: true });
    renewActiveSet(context, dependencies.rewards);
  } else renewConsensusSet(state);
}

/** What is bonded with the active set, which every change of stake adds to or takes from, and the next numbers. */
function countTotals(state: WorldState): void {
  let bonded = 0n;
  for (const [, { is_active, tokens }] of validators.list(state)) if (is_active) bonded += tokens;
  const totals = totalsRecord.get(state);
  const next_unbonding = nextNumber(
    totals.next_unbonding,
    [...unbondings.list(state)].map(([[, id]]) => id),
  );
  const next_redelegation = nextNumber(
    totals.next_redelegation,
    [...redelegations.list(state)].map(([[, id]]) => id),
  );
  const isSame = next_unbonding === totals.next_unbonding && next_redelegation === totals.next_redelegation;
  if (bonded !== totals.bonded || !isSame)
    totalsRecord.set(state, { ...totals, bonded, next_unbonding, next_redelegation });
}

function deriveRedelegations(state: WorldState): void {
  const moved = new Map<string, bigint>();
  for (const [[from, id], redelegation] of [...redelegations.list(state)]) {
    const { delegator, to, shares } = redelegation;
    const sum = (moved.get(`${delegator}${to}`) ?? 0n) + shares;
    moved.set(`${delegator}${to}`, sum);
    if (sum > sharesOf(state, delegator, to)) {
      throw new RangeError(`staking: ${toBech32(delegator)} redelegated more to ${toBech32(to)} than it has there`);
    }
    indexRedelegation(state, from, id, redelegation);
  }
}

function assertKey(operator: Address, { consensus, public_key }: Validator): void {
  if (public_key.length === 0 || consensusAddress(public_key) === consensus) return;
  throw new RangeError(`staking: the public key of ${toBech32(operator)} is not that of its consensus address`);
}
