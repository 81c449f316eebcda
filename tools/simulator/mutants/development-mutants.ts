import type { Mutant } from './mutants.ts';

/** Faults of what only development networks do. */
export const developmentMutants: Readonly<Record<string, Mutant>> = {
  'the chain id is not undone by a revert': {
    file: 'chain/reading/chain-states.js',
    before: 'if (this.#after?.head !== head) {',
    after: 'if (this.#after === undefined || this.#after.head.number < head.number) {',
  },
  'a subscriber does not hear that logs are gone': {
    file: 'rpc/eth/subscriptions/subscription-hub.js',
    before: '({ removed }) => this.#sendRemoved(removed)',
    after: '() => {}',
  },
  'a filter waits for the height of before blocks were removed': {
    file: 'rpc/eth/filters/filter-methods.js',
    before: '(event) => registry.rewind(event)',
    after: '() => {}',
  },
  'a filter does not tell which logs are gone': {
    file: 'rpc/eth/filters/filter-registry.js',
    before: "if (filter.kind === 'logs' && removed.length > 0)",
    after: 'if (removed.length < 0)',
  },
  'a snapshot whose block is gone exists': {
    file: 'rpc/development/snapshots.js',
    before: "control.onRewind({ kind: 'derived', name: 'snapshots', rebuild: removeGone }, removeGone);",
    after: ';',
  },
  'the pool is not checked when blocks were removed': {
    file: 'mempool/open-mempool.js',
    before: '({ changed }) => mempool.recheck(changed)',
    after: '() => {}',
  },
  'the index of logs keeps removed blocks': {
    file: 'chain/storage/remove-blocks.js',
    before: 'unindexTerms(reader, batch, fromHeight, terms.values());',
  },
  'a proposer stays after a revert': {
    file: 'node/development-control.js',
    before: 'producer.setProposer(chosen);',
  },
  'a time that was set is forgotten': {
    file: 'node/development-control.js',
    before: 'setNextTime: (time) => producer.dates.setNext(time),',
    after: 'setNextTime: () => {},',
  },
  'a limit of gas stays after a revert': {
    file: 'node/development-control.js',
    before: 'Object.assign(overrides, { baseFee, gasLimit, prevRandao });',
    after: 'Object.assign(overrides, { baseFee, prevRandao });',
  },
  'a clock that was set stays after a revert': {
    file: 'node/development-control.js',
    before: 'producer.dates.restore(times);',
  },
};
