import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createEngine } from '../../../evm/engine.ts';
import type { StateView } from '../../../state/types.ts';
import { Random } from '../../fuzz/random.ts';
import { mutatedCase, randomCase } from './random-case.ts';
import { type CaseCost, runCase } from './run-case.ts';
import type { SearchCase } from './search-case.ts';
import { simplerCases } from './simpler-cases.ts';

/** A slow case; `difference`: its outcome in an engine that has served others is another one. */
export type Found = { readonly searchCase: SearchCase; readonly cost: CaseCost; readonly difference?: string };

export type SearchOptions = {
  readonly seconds: number;
  readonly seed: number;
  /** cases that are tried first, and changed */
  readonly known: readonly SearchCase[];
  /** below all transactions */
  readonly base: StateView;
  /** called when a case is among the slowest */
  report(found: Found): void;
};

/** How many of the slowest are kept. */
const keptCases = 10;
/** Part of the time that is for the search; the rest shrinks what was found. */
const searching = 0.75;
/** Gas of a first run, and of the runs that decide. */
const firstGas = 1_000_000n;
const decidingGas = 4_000_000n;
/** A case above so many million gas a second at first is not looked at again. */
const interesting = 150;
const decidingRuns = 3;

/**
 * Looks for what gas does not pay for: random loops, and changes of the slowest by then. Returns the slowest ten,
 * shrunk, the slowest first, and those whose outcome depends on what the engine did before.
 */
export function search(options: SearchOptions): readonly Found[] {
  const random = new Random(options.seed);
  const start = performance.now();
  const end = start + searching * options.seconds * 1000;
  const machine = new Machine(options.base);
  machine.warmUp(random);
  let slowest: Found[] = [];
  const different: Found[] = [];
  const queue = [...options.known];
  while (performance.now() < end || queue.length > 0) {
    const known = queue.pop();
    const parent = slowest.length > 0 && random.chance(0.5) ? slowest[random.below(slowest.length)] : undefined;
    const searchCase = known ?? (parent === undefined ? randomCase(random) : mutatedCase(random, parent.searchCase));
    const found = machine.examine(searchCase);
    if (found === undefined) continue;
    if (found.difference !== undefined && different.length < keptCases) {
      different.push(found);
      options.report(found);
    }
    const rate = found.cost.rate;
    if (slowest.length === keptCases && rate >= (slowest.at(-1)?.cost.rate ?? 0)) continue;
    const rest = slowest.filter(({ searchCase: other }) => kindOf(other) !== kindOf(searchCase));
    const same = slowest.find(({ searchCase: other }) => kindOf(other) === kindOf(searchCase));
    if (same !== undefined && same.cost.rate <= rate) continue;
    slowest = [...rest, found].sort((left, right) => left.cost.rate - right.cost.rate).slice(0, keptCases);
    options.report(found);
  }
  const last = start + options.seconds * 1000;
  return [...slowest.map((found) => machine.shrink(found, last)), ...different];
}

/** Cases of one kind are taken for one: only the slowest of them is kept. */
function kindOf({ steps, callee, init }: SearchCase): string {
  const opcodes = steps.map(({ opcode }) => opcode);
  const isCalling = opcodes.some((opcode) => /CALL$|CALLCODE/.test(opcode));
  const isCreating = opcodes.some((opcode) => opcode.startsWith('CREATE'));
  return [[...new Set(opcodes)].sort(), isCalling ? callee : '', isCreating ? init : ''].join();
}

/** Runs cases in new engines, and in one that has served all of them. */
class Machine {
  readonly #base: StateView;
  readonly #aged = createEngine();
  readonly #collect: () => void;

  constructor(base: StateView) {
    this.#base = base;
    setFlagsFromString('--expose-gc');
    this.#collect = runInNewContext('gc') as () => void;
  }

  /** Has V8 compile the engine and what it calls. */
  warmUp(random: Random): void {
    for (let i = 0; i < 20; i++) runCase(randomCase(random), this.#aged, this.#base, firstGas);
  }

  /** undefined: nothing slow, and nothing that depends on the history of the engine. */
  examine(searchCase: SearchCase): Found | undefined {
    const first = this.#inNewEngine(searchCase, firstGas);
    const again = runCase(searchCase, this.#aged, this.#base, firstGas);
    const difference = again.outcome === first.outcome ? undefined : `${first.outcome}; aged: ${again.outcome}`;
    const isStopped = `${first.outcome}${again.outcome}`.includes('stopped');
    if (difference !== undefined && !isStopped) return { searchCase, cost: first, difference };
    return Math.min(first.rate, again.rate) > interesting ? undefined : { searchCase, cost: this.#decide(searchCase) };
  }

  /** The fastest of some runs: noise makes a case slower only. */
  #decide(searchCase: SearchCase): CaseCost {
    let best = this.#inNewEngine(searchCase, decidingGas);
    for (let run = 1; run < decidingRuns && best.ms < 2_000; run++) {
      const next = this.#inNewEngine(searchCase, decidingGas);
      const longestSlice = Math.min(best.longestSlice, next.longestSlice);
      best = { ...(next.rate > best.rate ? next : best), longestSlice };
    }
    return best;
  }

  #inNewEngine(searchCase: SearchCase, gas: bigint): CaseCost {
    this.#collect();
    return runCase(searchCase, createEngine(), this.#base, gas);
  }

  /** The simplest case that is about as slow, as far as it is found until `end`. */
  shrink(found: Found, end: number): Found {
    let simplest = found;
    for (let isSimpler = true; isSimpler && performance.now() < end; ) {
      const candidates = simplerCases(simplest.searchCase);
      const limit = found.cost.rate * 1.2;
      isSimpler = false;
      for (const searchCase of candidates) {
        const cost = this.#decide(searchCase);
        if (cost.rate > limit) continue;
        simplest = { searchCase, cost };
        isSimpler = true;
        break;
      }
    }
    return simplest;
  }
}
