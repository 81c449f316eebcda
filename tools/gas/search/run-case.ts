import { sliceGas } from '#qord/evm/instance/evm-instance.ts';
import { type Engine, ExecutionStoppedError, type Message, type Outcome } from '#qord/kernel/engine.ts';
import type { StateView, WorldState } from '#qord/state/types.ts';
import { createWorldState } from '#qord/state/world-state.ts';
import { createThreadClock } from '../../thread-time.ts';
import { caseBlock, caseNatives, loopMessage, putContract, putLoop } from './case-environment.ts';
import type { SearchCase } from './search-case.ts';
import { calleeCode, contractAddress, loopCode } from './search-code.ts';

/** What a case costs. */
export type CaseCost = {
  /** million gas a second of CPU time */
  readonly rate: number;
  /** gas of all transactions */
  readonly gas: bigint;
  /** CPU time in ms: of all, and of this thread the longest between two questions whether to stop */
  readonly ms: number;
  readonly longestSlice: number;
  /** megabytes that the process has grown by */
  readonly memory: number;
  /** status, gas, logs and refund of each transaction: the same in every engine */
  readonly outcome: string;
};

/** CPU time in ms after which a case is stopped: it is slow enough. */
const maxRunMs = 500;

/** Runs the case in the engine, on a new state above `base`, each transaction with so much gas. */
export function runCase(searchCase: SearchCase, engine: Engine, base: StateView, gas: bigint): CaseCost {
  return runPrepared(searchCase, engine, withContracts(searchCase, base), gas);
}

/** The same on a state that has the contracts of the case. */
export function runPrepared(searchCase: SearchCase, engine: Engine, prepared: StateView, gas: bigint): CaseCost {
  const state = createWorldState(prepared);
  putLoop(state, loopCode(searchCase));
  const watch = new SliceWatch();
  const rssBefore = process.memoryUsage.rss();
  const outcomes: string[] = [];
  let used = 0n;
  for (let index = 0; index < searchCase.transactions; index++) {
    const start = searchCase.isRepeated ? 0n : BigInt(index) << 24n;
    const outcome = runMessage(engine, state, loopMessage(start, gas), watch);
    used += outcome === undefined ? watch.slicedGas : gas - outcome.gasLeft;
    outcomes.push(outcome === undefined ? 'stopped' : textOf(outcome));
    if (outcome === undefined) break;
  }
  const { ms, longest } = watch.end();
  const memory = Math.max(0, process.memoryUsage.rss() - rssBefore) / 2 ** 20;
  return { rate: Number(used) / ms / 1000, gas: used, ms, longestSlice: longest, memory, outcome: outcomes.join(', ') };
}

/** undefined: it was stopped. */
function runMessage(engine: Engine, state: WorldState, message: Message, watch: SliceWatch): Outcome | undefined {
  try {
    return engine.run(caseBlock, message, state, { natives: caseNatives, shouldStop: () => watch.shouldStop() });
  } catch (error) {
    if (error instanceof ExecutionStoppedError) return undefined;
    throw error;
  }
}

const textOf = ({ status, halt, gasLeft, refund, logs }: Outcome): string =>
  `${halt ?? status} with ${gasLeft} gas left, ${refund} refund, ${logs.length} logs`;

/** The state with the contracts that the case calls. */
export function withContracts(searchCase: SearchCase, base: StateView): StateView {
  const state = createWorldState(base);
  for (let index = 0; index < searchCase.contracts; index++) {
    putContract(state, contractAddress(index), calleeCode(searchCase, index));
  }
  return state;
}

/** CPU time between the questions whether to stop. */
class SliceWatch {
  readonly #threadTime = createThreadClock();
  readonly #start = cpuTime();
  #last = this.#threadTime();
  #longest = 0;
  #slices = 0;

  /** Gas of the slices that have ended: about what was used when the run is stopped. */
  get slicedGas(): bigint {
    return BigInt(this.#slices) * sliceGas;
  }

  shouldStop(): boolean {
    this.#slices++;
    this.#mark();
    return cpuTime() - this.#start > maxRunMs;
  }

  end(): { readonly ms: number; readonly longest: number } {
    this.#mark();
    return { ms: cpuTime() - this.#start, longest: this.#longest };
  }

  #mark(): void {
    const now = this.#threadTime();
    this.#longest = Math.max(this.#longest, now - this.#last);
    this.#last = now;
  }
}

/** CPU time of this process, in ms. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
