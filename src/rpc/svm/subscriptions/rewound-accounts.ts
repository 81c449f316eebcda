import { setImmediate } from '../../../primitives/machine.ts';
import type { AccountName } from '../../../svm/account-name.ts';
import type { LamportsBefore } from './block-view.ts';

/** Collects the accounts that removals of blocks have changed: long chains are gone back in many steps. */
export class RewoundAccounts {
  readonly #tell: (before: LamportsBefore) => void;
  #before = new Map<AccountName, bigint | undefined>();

  /** `tell` is called soon after the first of several removals, with what accounts had before all of them. */
  constructor(tell: (before: LamportsBefore) => void) {
    this.#tell = tell;
  }

  add(before: LamportsBefore): void {
    if (this.#before.size === 0 && before.size > 0) setImmediate(() => this.#tellAll());
    for (const [name, lamports] of before) {
      if (!this.#before.has(name)) this.#before.set(name, lamports);
    }
  }

  #tellAll(): void {
    const before = this.#before;
    this.#before = new Map();
    this.#tell(before);
  }
}
