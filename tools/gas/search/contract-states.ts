import type { StateView } from '#qord/state/types.ts';
import { withContracts } from './run-case.ts';
import type { SearchCase } from './search-case.ts';

/** Sets of contracts that are kept: to make one takes longer than to run most cases. */
const keptSets = 8;

/** Equal for cases with the same contracts. */
function contractSet({ callee, filling, codeSize, isMixed, contracts }: SearchCase): string {
  return JSON.stringify([callee, callee === 'filled' && filling, codeSize, isMixed === true, contracts]);
}

/** States above one base with the contracts of cases: many have the same. */
export class ContractStates {
  readonly #base: StateView;
  readonly #sets = new Map<string, StateView>();

  constructor(base: StateView) {
    this.#base = base;
  }

  of(searchCase: SearchCase): StateView {
    const key = contractSet(searchCase);
    const view = this.#sets.get(key) ?? withContracts(searchCase, this.#base);
    this.#sets.delete(key);
    this.#sets.set(key, view);
    const [oldest] = this.#sets.keys();
    if (oldest !== undefined && this.#sets.size > keptSets) this.#sets.delete(oldest);
    return view;
  }
}
