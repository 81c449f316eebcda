import { createEngine } from '#qord/evm/engine.ts';
import type { Engine } from '#qord/kernel/engine.ts';
import { emptyView } from '#qord/state/empty-view.ts';
import { createWorldState } from '#qord/state/world-state.ts';
import { caseBlock, caseNatives, loopMessage } from '../gas/search/case-environment.ts';

/**
 * An engine that has forgotten everything about a state when it runs a message: before each it runs another one on
 * another state. A new engine for each would take fifty times as long.
 */
export function createIsolatedEngine(engine: Engine = createEngine()): Engine {
  const forget = () =>
    engine.run(caseBlock, loopMessage(0n, 100_000n), createWorldState(emptyView), { natives: caseNatives });
  return {
    run: (...of) => {
      forget();
      return engine.run(...of);
    },
  };
}
