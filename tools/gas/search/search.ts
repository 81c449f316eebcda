import { createEngine } from '#qord/evm/engine.ts';
import type { Engine } from '#qord/kernel/engine.ts';
import type { StateView } from '#qord/state/types.ts';
import { Random } from '#qord/testing/random/random.ts';
import { ContractStates } from './contract-states.ts';
import { type HostileForm, hostileCase, hostileForms } from './hostile-forms.ts';
import { createMeasuredEngine } from './new-engine.ts';
import { caseFamilies } from './opcode-families.ts';
import { mutatedCase, randomCase } from './random-case.ts';
import { type CaseCost, cpuTime, runPrepared } from './run-case.ts';
import type { SearchCase } from './search-case.ts';
import { simplerCases } from './simpler-cases.ts';

/** A slow case; `difference`: its outcome in an engine that has served others is another one. */
export type Found = { readonly searchCase: SearchCase; readonly cost: CaseCost; readonly difference?: string };

export type SearchOptions = {
  /** CPU time, so that a machine with other work finds as much */
  readonly seconds: number;
  readonly seed: number;
  /** cases that are tried first, and changed */
  readonly known: readonly SearchCase[];
  /** below all transactions */
  readonly base: StateView;
  /** called when a case is among the slowest */
  report(found: Found): void;
  /** called when the time for the families of opcodes is over, with how many cases of them were tried */
  progress(tried: number, all: number): void;
  /** called when the time for hostile forms is over, with what was seen of each */
  formsTried(forms: readonly FormCosts[]): void;
};

/** How many cases of a form were tried, and of them the lowest rate and the longest slice at first sight. */
export type FormCosts = {
  readonly form: HostileForm;
  readonly tried: number;
  readonly rate: number;
  readonly slice: number;
};

/** How many of the slowest are kept. */
const keptCases = 10;
/** Ends of parts of the time: of the hostile forms, the families of opcodes, random loops; the rest is to shrink what was found. */
const hostile = 0.3;
const families = 0.6;
const searching = 0.8;
/** Gas of a first run, of the next ones, and of those that decide. */
const probingGas = 200_000n;
const firstGas = 1_000_000n;
/** The same where contracts call each other: a call passes on only a part of what is left. */
const nestedGas = 8_000_000n;
const decidingGas = 4_000_000n;
/** A case above so many million gas a second at first is not looked at again. */
const interesting = 150;
const decidingRuns = 3;
/** Million gas a second of a case that is certainly slow, whatever disturbs the measurement. */
const slow = 10;

/**
 * Looks for what gas does not pay for: what was found before, the families of all opcodes, random loops, and changes of
 * the slowest by then. Returns the slowest ten, shrunk, the slowest first, and those whose outcome depends on what the
 * engine did before.
 */
export function search(options: SearchOptions): readonly Found[] {
  const random = new Random(options.seed);
  const start = cpuTime();
  const after = (part: number) => start + part * options.seconds * 1000;
  const machine = new Machine(options.base);
  machine.warmUp(random);
  const findings = new Findings(options.report);
  for (const searchCase of options.known) findings.add(machine.examine(searchCase, findings));
  options.formsTried(machine.tryForms(random, findings, after(hostile)));
  const ofOpcodes = mixedFamilies(random);
  let tried = 0;
  for (const searchCase of ofOpcodes) {
    if (cpuTime() >= after(families)) break;
    findings.add(machine.examine(searchCase, findings));
    tried++;
  }
  options.progress(tried, ofOpcodes.length);
  while (cpuTime() < after(searching)) {
    const parent = random.chance(0.5) ? findings.pick(random) : undefined;
    const next = parent === undefined ? randomCase(random) : mutatedCase(random, parent);
    findings.add(machine.examine(next, findings));
  }
  return [...findings.slowest.map((found) => machine.shrink(found, after(1))), ...findings.different];
}

/** The cases of all opcodes: one of each family, in a random order, then another one of each, and so on. */
function mixedFamilies(random: Random): readonly SearchCase[] {
  const families = [...caseFamilies().values()].map((cases) => shuffled(random, cases));
  const most = Math.max(...families.map(({ length }) => length));
  const rounds = Array.from({ length: most }, (_, round) => families.flatMap((cases) => cases[round] ?? []));
  return rounds.flatMap((round) => shuffled(random, round));
}

function shuffled<T>(random: Random, values: readonly T[]): T[] {
  const placed = values.map((value) => ({ value, place: random.below(2 ** 30) }));
  return placed.sort((left, right) => left.place - right.place).map(({ value }) => value);
}

/** The slowest cases of different kinds, and those whose outcome depends on history. */
class Findings {
  readonly #report: (found: Found) => void;
  slowest: Found[] = [];
  readonly different: Found[] = [];

  constructor(report: (found: Found) => void) {
    this.#report = report;
  }

  add(found: Found | undefined): void {
    if (found === undefined) return;
    if (found.difference !== undefined) {
      if (this.different.length >= keptCases) return;
      this.different.push(found);
      this.#report(found);
      return;
    }
    const { rate } = found.cost;
    const kinds = kindsOf(found.searchCase);
    const others = this.slowest.map((other) => ({ other, theirs: kindsOf(other.searchCase) }));
    // one that does what a slower one does, and more, is no other finding
    if (others.some(({ other, theirs }) => other.cost.rate <= rate && isSubset(theirs, kinds))) return;
    const rest = others.flatMap(({ other, theirs }) => (isSubset(kinds, theirs) ? [] : [other]));
    this.slowest = [...rest, found].sort((left, right) => left.cost.rate - right.cost.rate).slice(0, keptCases);
    if (this.slowest.includes(found)) this.#report(found);
  }

  /** A case that is faster than this at first is not looked at again. */
  limit(searchCase: SearchCase): number {
    const kinds = kindsOf(searchCase);
    const similar = this.slowest.filter((other) => isSubset(kindsOf(other.searchCase), kinds));
    return Math.min(interesting, ...similar.map(({ cost }) => cost.rate));
  }

  pick(random: Random): SearchCase | undefined {
    return this.slowest[random.below(this.slowest.length)]?.searchCase;
  }
}

/** Called contracts that do more than to be loaded, decoded and ended. */
const active: ReadonlySet<SearchCase['callee']> = new Set([
  'balance',
  'sload',
  'sstore',
  'tstore',
  'revert',
  'create',
  'selfdestruct',
]);

/** What makes a case what it is: its opcodes, calls among them, and what is called or created. */
function kindsOf({ steps, callee, contracts, init }: SearchCase): ReadonlySet<string> {
  const kinds = steps.map(({ opcode }) => {
    if (/CALL$|CALLCODE/.test(opcode))
      return `calls of ${contracts > 1 ? 'many' : 'one'}${active.has(callee) ? callee : ''}`;
    return opcode.startsWith('CREATE') ? `creation of ${init}` : opcode;
  });
  return new Set(kinds);
}

const isSubset = (left: ReadonlySet<string>, right: ReadonlySet<string>) => [...left].every((each) => right.has(each));

/** Gas of a first run. */
const gasOf = ({ callee }: SearchCase) => (callee === 'next contract' ? nestedGas : firstGas);

/** Runs cases in new engines, and in one that has served all of them. */
class Machine {
  readonly #states: ContractStates;
  readonly #aged = createEngine();

  constructor(base: StateView) {
    this.#states = new ContractStates(base);
  }

  /** Has V8 compile the engine and what it calls. */
  warmUp(random: Random): void {
    for (let i = 0; i < 20; i++) this.#run(randomCase(random), this.#aged, firstGas);
  }

  /** undefined: nothing slow, and nothing that depends on the history of the engine. */
  examine(searchCase: SearchCase, findings: Findings, isProbed = true): Found | undefined {
    // what is slow already, but faster than a similar case, is not worth more time
    const rate = isProbed ? this.#run(searchCase, createEngine(), probingGas).rate : slow;
    if (rate < slow && rate > findings.limit(searchCase)) return undefined;
    const gas = gasOf(searchCase);
    const first = this.#run(searchCase, createEngine(), gas);
    const again = this.#run(searchCase, this.#aged, gas);
    const difference = again.outcome === first.outcome ? undefined : `${first.outcome}; aged: ${again.outcome}`;
    const isStopped = `${first.outcome}${again.outcome}`.includes('stopped');
    if (difference !== undefined && !isStopped) return { searchCase, cost: first, difference };
    return Math.min(first.rate, again.rate) > findings.limit(searchCase)
      ? undefined
      : { searchCase, cost: this.#decide(searchCase) };
  }

  /** Tries all forms in turn until the CPU time, each at least once. */
  tryForms(random: Random, findings: Findings, end: number): readonly FormCosts[] {
    const costs = hostileForms.map((form) => ({ form, tried: 0, rate: Number.POSITIVE_INFINITY, slice: 0 }));
    do {
      for (const cost of costs) {
        const { before, searchCase } = hostileCase(random, cost.form);
        for (const other of before) this.#run(other, this.#aged, nestedGas);
        const { rate, longestSlice } = this.#run(searchCase, createMeasuredEngine(), gasOf(searchCase));
        cost.tried++;
        cost.rate = Math.min(cost.rate, rate);
        cost.slice = Math.max(cost.slice, longestSlice);
        findings.add(this.examine(searchCase, findings, false));
      }
    } while (cpuTime() < end);
    return costs;
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
    const prepared = this.#states.of(searchCase);
    return runPrepared(searchCase, createMeasuredEngine(), prepared, gas);
  }

  #run(searchCase: SearchCase, engine: Engine, gas: bigint): CaseCost {
    return runPrepared(searchCase, engine, this.#states.of(searchCase), gas);
  }

  /** The simplest case that is about as slow, as far as it is found until `end`. */
  shrink(found: Found, end: number): Found {
    let simplest = found;
    for (let isSimpler = true; isSimpler && cpuTime() < end; ) {
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
