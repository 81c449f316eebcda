import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { CommittedBlock, Header } from '#qord/chain/types.ts';
import { burnParams } from '#qord/modules/burn/params.ts';
import { governanceParams } from '#qord/modules/governance/params.ts';
import { inflationParams } from '#qord/modules/inflation/params.ts';
import { stakingParams } from '#qord/modules/staking/params.ts';
import { xqoreParams } from '#qord/modules/xqore/params.ts';
import type { Address } from '#qord/primitives/address.ts';
import { weiPerQor, weiPerUqor } from '#qord/primitives/units.ts';
import type { StateView } from '#qord/state/types.ts';
import { Locks } from './locks.ts';
import type { ReadEvent } from './module-events.ts';
import { Obligations } from './obligations.ts';
import { type Electorate, Proposals } from './proposals.ts';
import { Stakes } from './stakes.ts';
import { Statistics } from './statistics.ts';

type Parameters = ReturnType<typeof parametersOf>;
/** undefined where the block has changed them: what comes before the change goes by others. */
type Steady = { readonly [N in keyof Parameters]: Parameters[N] | undefined };

function parametersOf(state: StateView) {
  return {
    burn: burnParams.get(state),
    governance: governanceParams.get(state),
    inflation: inflationParams.get(state),
    staking: stakingParams.get(state),
    xqore: xqoreParams.get(state),
  };
}

/** What the modules do with the coins that they have, by their parameters and what their events say (docs/modules). */
export class Rules {
  readonly #stakes: Stakes;
  readonly #locks = new Locks();
  readonly #proposals = new Proposals();
  readonly #statistics = new Statistics();
  readonly #obligations = new Obligations();
  #parameters: Parameters;
  /** wei since the genesis, and in the running block */
  #minted = { before: 0n, now: 0n };
  #time = 0;
  #state: StateView;
  #steady: Partial<Steady> = {};
  readonly #electorate: Electorate;
  #isSampled = false;
  /** wei that the running block has split */
  #fees = 0n;

  /** `state`: of the genesis */
  constructor(state: StateView) {
    this.#stakes = new Stakes(state);
    this.#parameters = parametersOf(state);
    this.#state = state;
    const rules = this;
    this.#electorate = {
      get unbondingSeconds() {
        return rules.#steady.staking?.unbonding_seconds;
      },
      votesOf: (account, began) => this.#votesOf(account, began),
      all: () => this.#steady.xqore && this.#stakes.bonded + this.#locks.votesOf(undefined, 0, 0, this.#steady.xqore),
    };
  }

  /** `state`: after the block. */
  beginBlock({ timestamp }: Pick<Header, 'timestamp'>, state: StateView): void {
    const after = parametersOf(state);
    const steady = Object.entries(after).filter(([name, values]) =>
      isDeepStrictEqual(values, this.#parameters[name as keyof Parameters]),
    );
    this.#steady = Object.fromEntries(steady);
    this.#parameters = after;
    this.#time = timestamp;
    this.#state = state;
  }

  follow(event: ReadEvent): void {
    const { xqore, governance, staking } = this.#steady;
    this.#stakes.follow(event, this.#state);
    this.#locks.follow(event, this.#time, xqore);
    this.#proposals.follow(event, this.#time, governance, this.#electorate);
    this.#obligations.follow(event, staking && BigInt(this.#time + staking.unbonding_seconds));
    if (event.name === 'inflation.EpochMinted') this.#minted.now += event.amount('mintedAmount');
    if (event.name === 'burn.FeeDistributed') this.#takeFees(event);
    if (event.name === 'rlconsensus.ObservationCollected') this.#isSampled = true;
  }

  /** `fees`: wei that the transactions of the block have paid. */
  endBlock({ block, receipts }: Pick<CommittedBlock, 'block' | 'receipts'>, fees: bigint): void {
    const { number } = block.header;
    const { burn, inflation, staking, governance } = this.#steady;
    this.#stakes.endBlock(staking?.max_validators, this.#state);
    this.#proposals.endBlock(this.#time, governance, this.#electorate);
    this.#obligations.endBlock(this.#time);
    this.#statistics.endBlock({ block, receipts }, this.#state, this.#isSampled);
    this.#isSampled = false;
    if (burn?.enabled === true) assert.ok(this.#fees >= fees, 'all fees of a block are split');
    const { before, now } = this.#minted;
    if (inflation?.emission_mode === 'fixed')
      assert.equal(
        now,
        number % inflation.epoch_length === 0 ? emission(inflation, before) : 0n,
        'what an epoch mints',
      );
    this.#minted = { before: before + now, now: 0n };
    this.#fees = 0n;
  }

  assertSame(state: StateView): void {
    this.#stakes.assertSame(state);
    this.#locks.assertSame(state);
    this.#proposals.assertSame(state);
    this.#statistics.assertSame(state);
    this.#obligations.assertSame(state);
  }

  #takeFees({ amount }: ReadEvent): void {
    const { burn } = this.#steady;
    this.#fees += amount('totalFees');
    if (burn === undefined) return;
    const partOf = (part: bigint) => (amount('totalFees') * part) / weiPerQor;
    const { validator_share, gas_burn_rate, staker_share, light_node_share } = burn;
    const rounded = ['validatorAmount', 'burnAmount', 'stakerAmount', 'lightNodeAmount'].map(amount);
    const wanted = [validator_share, gas_burn_rate, staker_share, light_node_share].map(partOf);
    assert.deepEqual(rounded, wanted, 'the shares of the fees');
    const sum = wanted.reduce((total, each) => total + each, amount('treasuryAmount'));
    assert.equal(sum, amount('totalFees'), 'the treasury gets the rest of the fees');
  }

  #votesOf(account: Address, began: number): bigint | undefined {
    const stake = this.#stakes.activeStakeOf(account);
    const { xqore } = this.#steady;
    if (stake === undefined || xqore === undefined) return undefined;
    return stake + this.#locks.votesOf(account, began, this.#time, xqore);
  }
}

/** Wei that an epoch mints, up to the cap. */
function emission(
  { enabled, fixed_epoch_emission, max_total_emission }: Parameters['inflation'],
  minted: bigint,
): bigint {
  const left = max_total_emission === 0n ? fixed_epoch_emission : max_total_emission - minted / weiPerUqor;
  const uqor = left < fixed_epoch_emission ? left : fixed_epoch_emission;
  return enabled && uqor > 0n ? uqor * weiPerUqor : 0n;
}
