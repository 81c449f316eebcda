import assert from 'node:assert/strict';
import { validators } from '#qord/modules/staking/records.ts';
import { accounts as svmAccounts } from '#qord/modules/svm/records.ts';
import { positions } from '#qord/modules/xqore/records.ts';
import type { Address } from '#qord/primitives/address.ts';
import { fromHex, type Hex } from '#qord/primitives/hex.ts';
import { weiPerUqor } from '#qord/primitives/units.ts';
import type { StateView } from '#qord/state/types.ts';
import type { ReadEvent } from './module-events.ts';

type Unbonding = {
  readonly delegator: Address;
  readonly validator: Address;
  readonly wei: bigint;
  readonly due: bigint;
};

const weiPerLamport = 10n ** 9n;
/** Blocks by which what is due may be late: a block pays a limited number. */
const latenessBlocks = 3;

/** What the chain owes to those who have given it coins: stakes, unbondings, locks, and accounts of the SVM side; in wei. */
export class Obligations {
  readonly #stakes = new Map<Address, bigint>();
  readonly #locks = new Map<Address, bigint>();
  readonly #svm = new Map<Hex, bigint>();
  readonly #slashed = new Set<Address>();
  #unbondings: Unbonding[] = [];
  #times: number[] = [];

  /** `state`: of the genesis, which has validators from its beginning */
  constructor(state: StateView) {
    for (const [[operator], { tokens }] of validators.list(state)) this.#stakes.set(operator, tokens * weiPerUqor);
  }

  follow(event: ReadEvent): void {
    const { name, account, amount, text } = event;
    if (name === 'staking.Delegated') add(this.#stakes, account('validator'), amount('amount'));
    else if (name === 'staking.Undelegated') this.#unbond(event);
    else if (name === 'staking.Unbonded') this.#pay(event);
    else if (name === 'staking.Redelegated') {
      add(this.#stakes, account('from'), -amount('amount'));
      add(this.#stakes, account('to'), amount('amount'));
    } else if (name === 'staking.Slashed') this.#slashed.add(account('validator'));
    else if (name === 'staking.RedelegationSlashed') this.#slashed.add(account('to'));
    else if (name === 'xqore.XqoreLocked') add(this.#locks, account('owner'), amount('amount'));
    else if (name === 'xqore.XqoreUnlocked') add(this.#locks, account('owner'), -amount('amount'));
    else if (name === 'svm.SvmDeposit') add(this.#svm, text('key') as Hex, amount('amount'));
    else if (name === 'svm.SvmWithdrawal') add(this.#svm, text('key') as Hex, -amount('amount'));
  }

  /** A block of this time (seconds) is over. */
  endBlock(time: number): void {
    this.#times.push(time);
    if (this.#times.length > latenessBlocks) this.#times.shift();
    const [before = 0] = this.#times;
    const late = this.#unbondings.find(({ due }) => this.#times.length === latenessBlocks && due < BigInt(before));
    assert.equal(late, undefined, 'what has unbonded is paid when it is due');
  }

  /** Asserts that the records of the modules say the same. After a slash, what is left of a stake is not known here. */
  assertSame(state: StateView): void {
    for (const [operator, wei] of this.#stakes) {
      if (this.#slashed.has(operator)) continue;
      assert.equal(
        (validators.get(state, operator)?.tokens ?? 0n) * weiPerUqor,
        wei,
        `what is bonded with ${operator}`,
      );
    }
    for (const [owner, wei] of this.#locks)
      assert.equal((positions.get(state, owner)?.locked ?? 0n) * weiPerUqor, wei, `what ${owner} has locked`);
    for (const [key, wei] of this.#svm)
      assert.equal(
        (svmAccounts.get(state, fromHex(key)) ?? 0n) * weiPerLamport,
        wei,
        `what the SVM-only account ${key} has`,
      );
  }

  #unbond({ account, amount }: ReadEvent): void {
    const validator = account('validator');
    add(this.#stakes, validator, -amount('amount'));
    this.#unbondings.push({
      delegator: account('delegator'),
      validator,
      wei: amount('amount'),
      due: amount('completion'),
    });
  }

  #pay({ account, amount }: ReadEvent): void {
    const [delegator, validator] = [account('delegator'), account('validator')];
    const at = this.#unbondings.findIndex((each) => each.delegator === delegator && each.validator === validator);
    const found = this.#unbondings[at];
    assert.ok(found !== undefined, `${delegator} is paid once for what it has undelegated`);
    if (!this.#slashed.has(validator))
      assert.equal(amount('amount'), found.wei, `${delegator} gets what it undelegated`);
    this.#unbondings.splice(at, 1);
  }
}

function add<K>(sums: Map<K, bigint>, key: K, change: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + change);
}
