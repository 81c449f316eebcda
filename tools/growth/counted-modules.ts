import type { HookEnvironment } from '#qord/kernel/module.ts';
import type { NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import { GasMeter } from '#qord/kernel/module-sdk/gas-meter.ts';
import { gasPerRow, MeteredState } from '#qord/kernel/module-sdk/metered-state.ts';
import type { StateView, WorldState } from '#qord/state/types.ts';
import { createWorldState } from '#qord/state/world-state.ts';

/** Counts the rows that are read through a state, beyond those that cost nothing. */
export class RowCounter {
  readonly #gas = new GasMeter(2n ** 62n, () => {});

  /** The same state, with its reads counted. Each begins with rows that are not. */
  over(state: WorldState): WorldState {
    return new MeteredState(state, this.#gas);
  }

  /** Likewise what is only read. */
  overView(state: StateView): WorldState {
    return this.over(createWorldState(state));
  }

  get rows(): number {
    return Number(this.#gas.used / gasPerRow);
  }
}

/** Work that one of the next blocks does before its hooks. */
export type NextBlock = {
  counter: RowCounter;
  before: ((state: WorldState) => void) | undefined;
  /** what `before` threw, which a hook that fails would hide */
  error: unknown;
};

/**
 * Modules whose hooks count the rows that they read. The first hook of a block does `next.before` once: so records get
 * into the state of the chain as those of a block do.
 */
export function countedModules(modules: readonly NativeModule[], next: NextBlock): readonly NativeModule[] {
  return modules.map((module, index) => {
    const { beginBlock, endBlock } = module;
    const counted = <C extends HookEnvironment>(context: C): C => ({
      ...context,
      state: next.counter.over(context.state),
    });
    const begin = (context: Parameters<NonNullable<typeof beginBlock>>[0]) => {
      const { before } = next;
      next.before = undefined;
      try {
        if (index === 0) before?.(context.state);
      } catch (error) {
        next.error = error;
      }
      beginBlock?.(counted(context));
    };
    return {
      ...module,
      ...((beginBlock !== undefined || index === 0) && { beginBlock: begin }),
      ...(endBlock !== undefined && {
        endBlock: (context: Parameters<typeof endBlock>[0]) => endBlock(counted(context)),
      }),
    };
  });
}
