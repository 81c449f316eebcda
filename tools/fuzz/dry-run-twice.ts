import assert from 'node:assert/strict';
import type { Engine, Outcome, RunOptions } from '#qord/kernel/engine.ts';
import type { ContextFor } from '../official/engine-contexts.ts';

/**
 * An engine that runs every message twice with `discards` before it runs it for good, and asserts that all three
 * outcomes are equal and that the first two runs change nothing.
 */
function runTwiceBefore(engine: Engine): Engine {
  return {
    run: (block, message, state, options) => {
      if (options.discards === true || options.tracer !== undefined) return engine.run(block, message, state, options);
      const { version } = state;
      const discarding: RunOptions = { ...options, discards: true };
      const dryRuns = [1, 2].map(() => engine.run(block, message, state, discarding));
      assert.equal(state.version, version, 'a discarded run has changed the state');
      const kept = engine.run(block, message, state, options);
      for (const dryRun of dryRuns) assert.deepEqual(comparable(dryRun), comparable(kept));
      return kept;
    },
  };
}

/** The same contexts, with engines that run every message twice in advance. */
export function dryRunTwice(contextFor: ContextFor): ContextFor {
  return (fork) => {
    const { engine, natives } = contextFor(fork);
    return { engine: runTwiceBefore(engine), natives };
  };
}

/** Burned amounts are counted only in a run that is kept. */
function comparable({ burned, ...rest }: Outcome): Omit<Outcome, 'burned'> {
  return rest;
}
