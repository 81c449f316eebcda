import assert from 'node:assert/strict';
import { activeSetRecord, consensusSetRecord, delegations, validators } from '#qord/modules/staking/records.ts';
import type { Address } from '#qord/primitives/address.ts';
import { weiPerQor, weiPerUqor } from '#qord/primitives/units.ts';
import type { StateView } from '#qord/state/types.ts';
import { add, assertAlmost, type Fraction, parts } from './amounts.ts';
import type { ReadEvent } from './module-events.ts';

type Validator = {
  /** wei bonded with it */
  tokens: bigint;
  isJailed: boolean;
  /** what it has earned for itself, and not taken */
  income: Fraction;
  /** wei of each delegator; not known after a slash, whose roundings are those of shares */
  readonly bonded: Map<Address, bigint>;
  readonly earned: Map<Address, Fraction>;
  isSlashed: boolean;
  /** it has misbehaved: it never signs again, and is not punished again */
  isRemoved: boolean;
};

/**
 * Validators, what is bonded with them, who of them signs, and what all of them earn: the parts of the fees and the
 * emission, by their stake at the end of the block, less the commission (docs/modules/staking.md, distribution.md).
 */
export class Stakes {
  readonly #validators = new Map<Address, Validator>();
  #active: readonly Address[];
  /** wei that came while nothing was bonded */
  #waiting = { validators: 0n, stakers: 0n };

  /** `state`: of the genesis, which has validators from its beginning */
  constructor(state: StateView) {
    for (const [[operator], { tokens }] of validators.list(state)) this.#of(operator).tokens = tokens * weiPerUqor;
    for (const [[delegator, operator], shares] of delegations.list(state)) {
      const { tokens = 0n, shares: all = 1n } = validators.get(state, operator) ?? {};
      this.#of(operator).bonded.set(delegator, ((shares * tokens) / all) * weiPerUqor);
    }
    this.#active = activeSetRecord.get(state);
  }

  /** `state`: after the block, for the commissions that validators have declared. */
  follow({ name, account, amount, text }: ReadEvent, state: StateView): void {
    if (name === 'staking.Delegated') this.#bond(account('validator'), account('delegator'), amount('amount'));
    else if (name === 'staking.Undelegated') this.#bond(account('validator'), account('delegator'), -amount('amount'));
    else if (name === 'staking.Redelegated') {
      this.#bond(account('from'), account('delegator'), -amount('amount'));
      this.#bond(account('to'), account('delegator'), amount('amount'));
    } else if (name === 'staking.Slashed') this.#slash(account('validator'), amount('amount'), text('reason'));
    else if (name === 'staking.RedelegationSlashed') this.#slash(account('to'), amount('amount'), undefined);
    else if (name === 'staking.Unjailed')
      this.#of(account('validator')).isJailed = this.#of(account('validator')).isRemoved;
    else if (name === 'burn.FeeDistributed') this.#reward(amount('validatorAmount'), amount('stakerAmount'), state);
    else if (name === 'inflation.EpochMinted') this.#reward(0n, amount('mintedAmount'), state);
    else if (name === 'distribution.IncomeWithdrawn') {
      const validator = this.#of(account('validator'));
      assertAlmost(amount('amount'), validator.income, `what ${account('validator')} has earned`);
      validator.income -= amount('amount') * parts;
    } else if (name === 'distribution.RewardsWithdrawn')
      this.#withdraw(account('validator'), account('delegator'), amount('amount'));
  }

  /** The active set is renewed: most stake first. `most`: undefined when this block has changed it. */
  endBlock(most: number | undefined, state: StateView): void {
    const ranked = [...this.#validators]
      .filter(([, { isJailed, tokens }]) => !isJailed && tokens >= weiPerQor)
      .map(([operator, { tokens }]) => ({ operator, qor: tokens / weiPerQor }))
      .sort((left, right) =>
        left.qor === right.qor ? (left.operator < right.operator ? -1 : 1) : left.qor > right.qor ? -1 : 1,
      )
      .map(({ operator }) => operator);
    if (most === undefined) this.#active = activeSetRecord.get(state);
    else if (ranked.length > 0) this.#active = ranked.slice(0, most);
  }

  /** Wei that the active set has. */
  get bonded(): bigint {
    return this.#active.reduce((sum, operator) => sum + this.#of(operator).tokens, 0n);
  }

  /** Wei that an account has bonded with the active set; undefined after a slash. */
  activeStakeOf(account: Address): bigint | undefined {
    const own = this.#active.map((operator) => this.#of(operator)).filter(({ bonded }) => bonded.has(account));
    if (own.some(({ isSlashed }) => isSlashed)) return undefined;
    return own.reduce((sum, { bonded }) => sum + (bonded.get(account) ?? 0n), 0n);
  }

  /** Whether its stake was slashed. */
  isSlashed(operator: Address): boolean {
    return this.#of(operator).isSlashed;
  }

  /** Asserts that the records say the same. */
  assertSame(state: StateView): void {
    for (const [operator, { tokens }] of this.#validators)
      assert.equal(
        (validators.get(state, operator)?.tokens ?? 0n) * weiPerUqor,
        tokens,
        `what is bonded with ${operator}`,
      );
    assert.deepEqual(activeSetRecord.get(state), this.#active, 'who has most stake signs');
    const powers = this.#active.map((operator) => Math.max(1, Number(this.#of(operator).tokens / weiPerQor)));
    const known = consensusSetRecord.get(state).map(({ power }) => power);
    if (known.length === powers.length) assert.deepEqual(known, powers, 'the power of a validator is its stake');
  }

  #of(operator: Address): Validator {
    const known = this.#validators.get(operator);
    if (known !== undefined) return known;
    const flags = { isJailed: false, isSlashed: false, isRemoved: false };
    const added = { ...flags, tokens: 0n, income: 0n, bonded: new Map(), earned: new Map() };
    this.#validators.set(operator, added);
    return added;
  }

  #bond(operator: Address, delegator: Address, wei: bigint): void {
    const validator = this.#of(operator);
    validator.tokens += wei;
    add(validator.bonded, delegator, wei);
  }

  /** `reason`: what the validator itself has done; undefined when coins have come from one that did */
  #slash(operator: Address, wei: bigint, reason: string | undefined): void {
    const validator = this.#of(operator);
    assert.ok(reason === undefined || !validator.isRemoved, `${operator} has misbehaved, and is punished once`);
    validator.tokens -= wei;
    validator.isJailed ||= reason !== undefined;
    validator.isRemoved ||= reason !== undefined && reason !== 'downtime';
    validator.isSlashed = true;
  }

  #reward(validatorWei: bigint, stakerWei: bigint, state: StateView): void {
    this.#waiting.validators += validatorWei;
    this.#waiting.stakers += stakerWei;
    const { bonded } = this;
    if (bonded === 0n) return;
    for (const operator of this.#active) {
      const validator = this.#of(operator);
      const partOf = (wei: bigint) => (wei * parts * validator.tokens) / bonded;
      const ofStakers = partOf(this.#waiting.stakers);
      const commission = (ofStakers * (validators.get(state, operator)?.commission ?? 0n)) / weiPerQor;
      validator.income += partOf(this.#waiting.validators) + commission;
      for (const [delegator, wei] of validator.bonded)
        if (wei > 0n) add(validator.earned, delegator, ((ofStakers - commission) * wei) / validator.tokens);
    }
    this.#waiting = { validators: 0n, stakers: 0n };
  }

  #withdraw(operator: Address, delegator: Address, wei: bigint): void {
    const { earned, isSlashed } = this.#of(operator);
    if (!isSlashed) assertAlmost(wei, earned.get(delegator) ?? 0n, `what ${delegator} has earned with ${operator}`);
    add(earned, delegator, -wei * parts);
  }
}
