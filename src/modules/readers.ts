import type { Transaction } from '../kernel/transaction/transaction.ts';
import { type Address, zeroAddress } from '../primitives/address.ts';
import type { Decimal } from '../primitives/decimal/decimal.ts';
import type { StateView } from '../state/types.ts';
import { svmAddress } from './addresses.ts';
import { isAiCall } from './ai/calls.ts';
import { aiParams } from './ai/params.ts';
import { assessCall, assessCreation } from './ai/risk.ts';
import { burnParams } from './burn/params.ts';
import { burnStats, burnStatsSchema } from './burn/queries.ts';
import { currentEmission } from './inflation/current.ts';
import { inflationParams } from './inflation/params.ts';
import { inflationRate, inflationSchema } from './inflation/queries.ts';
import { arrangeByLanes } from './lanes/arrange.ts';
import { laneOf } from './lanes/lane-of.ts';
import type { LaneName } from './lanes/params.ts';
import { rlParams } from './rlconsensus/params.ts';
import { agentRecord } from './rlconsensus/records.ts';
import * as stakes from './staking/readers.ts';
import { activeSetRecord, type Validator, validators } from './staking/records.ts';
import { depositedEvent, withdrawnEvent } from './svm/events.ts';
import { accounts as svmAccounts } from './svm/records.ts';
import { tokenomicsOverview } from './tokenomics.ts';
import { targetBlockMs } from './wiring.ts';
import { xqoreParams } from './xqore/params.ts';
import { xqoreTotals, xqoreTotalsSchema } from './xqore/queries.ts';

/** The functions by which the node and its interfaces read the modules. */

/** The lane a transaction goes through. */
export function laneFor(transaction: Transaction): LaneName {
  return laneOf(transaction, isAiCall);
}

/** Lamports of a 32-byte key that is no native account; undefined when it holds none. */
export function svmOnlyLamports(state: StateView, key: Uint8Array): bigint | undefined {
  return svmAccounts.get(state, key);
}

/**
 * The candidates of a block, sorted by price, in the order that gives every lane its share of the gas: by price within
 * it, or with the routing strategy `round_robin` of the module ai the lanes take turns.
 */
export function arrangeForBlock(
  candidates: Iterable<Transaction>,
  state: StateView,
  gasLimit: bigint,
): Iterable<Transaction> {
  return arrangeByLanes(candidates, state, gasLimit, isAiCall, aiParams.get(state).routing_strategy === 'round_robin');
}

/**
 * PRISM's target for the time between blocks, as a multiple of its default. Nodes wait by it; no block depends on it.
 */
export function blockTimeFactor(state: StateView): number {
  return agentRecord.get(state).block_time_ms / rlParams.get(state).default_block_time_ms;
}

/** How risky the data of a transaction looks, in basis points, 0 to 10,000. */
export function riskOf({ to, data }: Transaction): number {
  return (to === undefined ? assessCreation(data) : assessCall(data)).score;
}

export { svmOnlyPayment } from './svm/events.ts';

/** Methods that read several modules. */
export const overviewQueries = [
  tokenomicsOverview(
    {
      burn: { schema: burnStatsSchema, isEnabled: (state) => burnParams.get(state).enabled, read: burnStats },
      inflation: {
        schema: inflationSchema,
        isEnabled: (state) => inflationParams.get(state).enabled,
        read: (state) => inflationRate(state, targetBlockMs(state)),
      },
      xqore: { schema: xqoreTotalsSchema, isEnabled: (state) => xqoreParams.get(state).enabled, read: xqoreTotals },
    },
    stakes.bondedUqor,
  ),
];

/** Part of the fees of a block that is burned. */
export function burnedPartOfFees(state: StateView): Decimal {
  return burnParams.get(state).gas_burn_rate;
}

/** Blocks of one epoch: new coins are minted at its end. */
export function epochLength(state: StateView): number {
  return inflationParams.get(state).epoch_length;
}

/** The emission of new coins now. `annualRate` is the growth of the supply in a year. */
export function emission(state: StateView) {
  const { epoch, params, annualRate } = currentEmission(state, targetBlockMs(state));
  return { epoch: epoch.current_epoch, params, annualRate };
}

export type ValidatorView = {
  readonly operator: Address;
  readonly consensus: Address;
  /** the id of its node, as its operator states it, else the operator */
  readonly node: Address;
  /** uqor */
  readonly tokens: bigint;
  readonly commission: Decimal;
  readonly isActive: boolean;
  /** the newest block it signed, 0 for none; undefined for one that signs all blocks now */
  readonly lastSigned: number | undefined;
};

/** The validator that an account operates; undefined when it operates none. */
export function validatorOf(state: StateView, operator: Address): ValidatorView | undefined {
  const validator = validators.get(state, operator);
  return validator && viewOf(operator, validator);
}

/** Operators of the validators that sign blocks: at most as many as the parameters say. */
export function activeOperators(state: StateView): readonly Address[] {
  return activeSetRecord.get(state);
}

/** All validators in the order of their operators, from `start` on when given. */
export function* listValidators(state: StateView, start?: Address): Iterable<ValidatorView> {
  for (const [[operator], validator] of validators.list(state, [], start && [start])) yield viewOf(operator, validator);
}

function viewOf(operator: Address, validator: Validator): ValidatorView {
  const { consensus, tokens, commission, is_active: isActive, is_silent, last_signed } = validator;
  const lastSigned = is_silent ? last_signed : undefined;
  const node = validator.node === zeroAddress ? operator : validator.node;
  return { operator, consensus, node, tokens, commission, isActive, lastSigned };
}

/** What circulates, and the accounts whose coins do not. */
export { circulatingSupply, reserveAccounts } from './circulating.ts';

/** The keys that sign blocks, and what the consensus of the network has to keep to. */
export const validatorSet = stakes.validatorSet;
export const consensusRules = stakes.consensusRules;
/** The validator of an address of a consensus key, and the other way round. */
export const operatorOf = stakes.operatorOf;
export const consensusOf = stakes.consensusOf;

/** uqor bonded with the active set. */
export const bondedUqor = stakes.bondedUqor;

/**
 * The account of the svm module, and the topics of its events: the second topic of a withdrawal, and the third of a
 * deposit, is the 32-byte key.
 */
export const svmEvents = {
  address: svmAddress,
  deposited: depositedEvent.topic,
  withdrawn: withdrawnEvent.topic,
} as const;
