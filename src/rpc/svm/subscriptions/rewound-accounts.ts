import { setImmediate } from '../../../primitives/machine.ts';
import type { AccountName } from '../../../svm/account-name.ts';

/** Collects the accounts that removals of blocks may have changed: long chains are gone back in many steps. */
export class RewoundAccounts {
  readonly #tell: (changed: ReadonlySet<AccountName>) => void;
  #changed = new Set<AccountName>();

  /** `tell` is called soon after the first of several removals, with what all of them have changed until then. */
  constructor(tell: (changed: ReadonlySet<AccountName>) => void) {
    this.#tell = tell;
  }

  add(names: readonly AccountName[]): void {
    if (this.#changed.size === 0 && names.length > 0) setImmediate(() => this.#tellAll());
    for (const name of names) this.#changed.add(name);
  }

  #tellAll(): void {
    const changed = this.#changed;
    this.#changed = new Set();
    this.#tell(changed);
  }
}
