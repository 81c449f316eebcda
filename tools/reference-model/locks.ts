import assert from 'node:assert/strict';
import type { xqoreParams } from '#qord/modules/xqore/params.ts';
import { positions } from '#qord/modules/xqore/records.ts';
import type { Address } from '#qord/primitives/address.ts';
import { weiPerQor, weiPerUqor } from '#qord/primitives/units.ts';
import type { StateView } from '#qord/state/types.ts';
import { add, assertAlmost, type Fraction, parts } from './amounts.ts';
import type { ReadEvent } from './module-events.ts';

type Params = ReturnType<typeof xqoreParams.get>;
type Lock = { wei: bigint; since: number; sharesFrom: number };

/** What is locked as xQORE, since when, and the penalties that holders have got from each other (docs/modules/xqore.md). */
export class Locks {
  readonly #locks = new Map<Address, Lock>();
  readonly #earned = new Map<Address, Fraction>();
  /** not after an unlock, or a lock, in a block that has changed the parameters */
  #isEarnedKnown = true;

  /** `time`: of the block, in seconds. `params`: undefined where the block has changed them. */
  follow({ name, account, amount }: ReadEvent, time: number, params: Params | undefined): void {
    if (name === 'xqore.XqoreLocked') this.#lock(account('owner'), amount('amount'), time, params);
    else if (name === 'xqore.XqoreUnlocked')
      this.#unlock(account('owner'), amount('amount'), amount('penalty'), time, params);
    else if (name === 'xqore.XqoreClaimed') {
      const earned = this.#earned.get(account('owner')) ?? 0n;
      if (this.#isEarnedKnown) assertAlmost(amount('amount'), earned, `penalties that ${account('owner')} got`);
      add(this.#earned, account('owner'), -amount('amount') * parts);
    }
  }

  /** Wei by which the locks of an account count in a vote that began at a time, or all at the least they count. */
  votesOf(account: Address | undefined, began: number, now: number, params: Params): bigint {
    if (account === undefined)
      return counted(
        [...this.#locks.values()].reduce((sum, { wei }) => sum + wei, 0n),
        [params.governance_multiplier],
      );
    const lock = this.#locks.get(account);
    if (lock === undefined || lock.since >= began) return 0n;
    const held = now - lock.since;
    const { multiplier = weiPerQor } =
      params.lock_multipliers.findLast(({ held_seconds }) => held_seconds <= held) ?? {};
    return counted(lock.wei, [params.governance_multiplier, multiplier]);
  }

  assertSame(state: StateView): void {
    for (const [owner, { wei }] of this.#locks)
      assert.equal((positions.get(state, owner)?.locked ?? 0n) * weiPerUqor, wei, `what ${owner} has locked`);
  }

  #lock(owner: Address, wei: bigint, time: number, params: Params | undefined): void {
    const before = this.#locks.get(owner)?.wei ?? 0n;
    if (params === undefined) this.#isEarnedKnown = false;
    this.#locks.set(owner, { wei: before + wei, since: time, sharesFrom: time + (params?.share_after_seconds ?? 0) });
  }

  #unlock(owner: Address, wei: bigint, penalty: bigint, time: number, params: Params | undefined): void {
    const lock = this.#locks.get(owner);
    assert.ok(lock !== undefined && lock.wei >= wei, `${owner} unlocks what it has locked`);
    lock.wei -= wei;
    if (params === undefined) this.#isEarnedKnown = false;
    if (params === undefined) return;
    const held = time - lock.since;
    const { rate = 0n } =
      params.penalties.findLast(({ held_seconds }) => held_seconds <= held) ?? params.penalties[0] ?? {};
    const wanted = ((wei / weiPerUqor) * rate + weiPerQor - 1n) / weiPerQor;
    assert.equal(penalty, wanted * weiPerUqor, `the penalty of ${owner} for ${wei} wei after ${held} s`);
    const others = [...this.#locks].filter(([each, { sharesFrom }]) => each !== owner && sharesFrom <= time);
    const all = others.reduce((sum, [, { wei: own }]) => sum + own, 0n);
    const shared = penalty - (penalty * params.penalty_burn_rate) / weiPerQor;
    for (const [each, { wei: own }] of others) if (own > 0n) add(this.#earned, each, (shared * parts * own) / all);
  }
}

/** Whole uqor, in wei, that an amount counts with factors of 18 digits. */
function counted(wei: bigint, factors: readonly bigint[]): bigint {
  const exact = factors.reduce((product, factor) => (product * factor) / weiPerQor, (wei / weiPerUqor) * weiPerQor);
  return (exact / weiPerQor) * weiPerUqor;
}
