import assert from 'node:assert/strict';
import { accounts as svmAccounts } from '#qord/modules/svm/records.ts';
import type { Address } from '#qord/primitives/address.ts';
import { fromHex, type Hex } from '#qord/primitives/hex.ts';
import { weiPerLamport } from '#qord/primitives/units.ts';
import type { StateView } from '#qord/state/types.ts';
import { add } from './amounts.ts';
import type { ReadEvent } from './module-events.ts';

type Unbonding = {
  readonly delegator: Address;
  readonly validator: Address;
  readonly wei: bigint;
  readonly due: bigint;
};

/** What the chain owes besides stakes and locks: unbondings, and accounts of the SVM side; in wei. */
export class Obligations {
  readonly #svm = new Map<Hex, bigint>();
  readonly #slashed = new Set<Address>();
  #unbondings: Unbonding[] = [];

  /** `due`: seconds since 1970 at which is paid what begins to unbond now; undefined where that is not known */
  follow(event: ReadEvent, due: bigint | undefined): void {
    const { name, account, amount, text } = event;
    if (name === 'staking.Undelegated') this.#unbond(event, due);
    else if (name === 'staking.Unbonded') this.#pay(event);
    else if (name === 'staking.Slashed') this.#slashed.add(account('validator'));
    else if (name === 'staking.RedelegationSlashed') this.#slashed.add(account('to'));
    else if (name === 'svm.SvmDeposit') add(this.#svm, text('key') as Hex, amount('amount'));
    else if (name === 'svm.SvmWithdrawal') add(this.#svm, text('key') as Hex, -amount('amount'));
  }

  /** A block of this time (seconds) is over. */
  endBlock(time: number): void {
    const late = this.#unbondings.find(({ due }) => due <= BigInt(time));
    assert.equal(late, undefined, 'what has unbonded is paid when it is due');
  }

  /** Asserts that the records say the same. */
  assertSame(state: StateView): void {
    for (const [key, wei] of this.#svm)
      assert.equal(
        (svmAccounts.get(state, fromHex(key)) ?? 0n) * weiPerLamport,
        wei,
        `what the SVM-only account ${key} has`,
      );
  }

  #unbond({ account, amount }: ReadEvent, due: bigint | undefined): void {
    assert.equal(amount('completion'), due ?? amount('completion'), 'when coins have unbonded');
    this.#unbondings.push({
      delegator: account('delegator'),
      validator: account('validator'),
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
