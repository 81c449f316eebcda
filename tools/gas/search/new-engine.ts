import { createEngine } from '#qord/evm/engine.ts';
import type { Engine } from '#qord/kernel/engine.ts';
import { emptyView } from '#qord/state/empty-view.ts';
import { createWorldState } from '#qord/state/world-state.ts';
import { collectGarbage } from '#qord/testing/process/heap.ts';
import { caseBlock, caseNatives, loopMessage } from './case-environment.ts';

/** An engine that has loaded nothing of any case, but has run a message, so that it is not measured how one is made. */
export function createUsedEngine(): Engine {
  const engine = createEngine();
  engine.run(caseBlock, loopMessage(0n, 100_000n), createWorldState(emptyView), { natives: caseNatives });
  return engine;
}

/**
 * The same, once V8 has collected what earlier cases have left. It begins to do so whenever an engine is made, as it counts all
 * that is reserved for one, and would do it while the case runs, whose gas does not pay for it.
 */
export function createMeasuredEngine(): Engine {
  const engine = createUsedEngine();
  collectGarbage();
  return engine;
}
