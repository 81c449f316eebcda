import assert from 'node:assert/strict';
import type { Engine, Message, Outcome, RunOptions } from '#qord/kernel/engine.ts';
import type { WorldState } from '#qord/state/types.ts';
import type { ContextFor } from '../official/engine-contexts.ts';

/**
 * An engine that runs every message twice with `discards` before it runs it for good, and asserts that all three
 * outcomes are equal and that the first two runs change nothing.
 */
function runTwiceBefore(engine: Engine): Engine {
  return {
    run: (block, message, state, options) => {
      if (options.discards === true || options.tracer !== undefined) return engine.run(block, message, state, options);
      const dryRuns = asUncounted(message, state, () => {
        const { version } = state;
        const discarding: RunOptions = { ...options, discards: true };
        const outcomes = [1, 2].map(() => engine.run(block, message, state, discarding));
        assert.equal(state.version, version, 'a discarded run has changed the state');
        return outcomes;
      });
      const kept = engine.run(block, message, state, options);
      for (const dryRun of dryRuns) assert.deepEqual(comparable(dryRun), comparable(kept));
      return kept;
    },
    openPlainRuns: (...place) => engine.openPlainRuns(...place),
  };
}

/** The same contexts, with engines that run every message twice in advance. */
export function dryRunTwice(contextFor: ContextFor): ContextFor {
  return (fork) => {
    const { engine, natives } = contextFor(fork);
    return { engine: runTwiceBefore(engine), natives };
  };
}

/** The sender's nonce was counted before a run that is kept; in one that is discarded the engine counts it. */
function asUncounted<T>({ caller, to }: Message, state: WorldState, use: () => T): T {
  const account = state.account(caller);
  if (to === undefined || account === undefined) return use();
  const start = state.snapshot();
  state.setAccount(caller, { ...account, nonce: account.nonce - 1n });
  const result = use();
  state.revert(start);
  return result;
}

/** Burned amounts are counted only in a run that is kept. */
function comparable({ burned, ...rest }: Outcome): Omit<Outcome, 'burned'> {
  return rest;
}
