import type { ExecutionTurns, ExitedFrame, Outcome, PausableEngine, RunOptions } from '../kernel/engine.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { emptyAccount } from '../state/account.ts';
import type { WorldState } from '../state/contract.ts';
import { createdAddress } from './created-address.ts';
import { ExhaustedError } from './machine/limits.ts';
import { Machine } from './machine/machine.ts';
import { Run } from './machine/run.ts';

/** Machines kept for later runs: the one at the end is used first, so that it is the one with the warm caches. */
const keptMachines = 4;

/**
 * The EVM as an interpreter in WebAssembly. A module that is called by EVM code may call `run` again on the same state:
 * every nested run has a machine of its own.
 */
export function createEngine(): PausableEngine {
  const idle: Machine[] = [];
  const withMachine = (use: (machine: Machine) => Outcome): Outcome => {
    const machine = idle.pop() ?? new Machine();
    try {
      return use(machine);
    } finally {
      if (machine.isWorthKeeping && idle.length < keptMachines) idle.push(machine);
    }
  };
  const engine: PausableEngine = {
    run: (block, message, state, options) => {
      const execute = (withOptions: RunOptions) =>
        withMachine((machine) => executeWithin(machine, () => new Run(block, message, state, withOptions, engine)));
      if (options.exactHalt !== true) return execute(options);
      const halt = new ExactHalt(state, options);
      const outcome = execute(options);
      const again = halt.optionsAfter(outcome);
      return again === undefined ? outcome : halt.complete(execute(again));
    },
    runInTurns: async (block, message, state, options, turns) => {
      const execute = (withOptions: RunOptions) =>
        executeInTurns(new Run(block, message, state, withOptions, engine), turns);
      if (options.exactHalt !== true) return execute(options);
      const halt = new ExactHalt(state, options);
      const outcome = await execute(options);
      const again = halt.optionsAfter(outcome);
      return again === undefined ? outcome : halt.complete(await execute(again));
    },
  };
  return engine;
}

/**
 * What fills a table of the machine runs out of gas. Tables may also be full of what earlier runs left, so the message
 * gets a second chance with empty ones: how it ends depends on the message alone.
 */
function executeWithin(machine: Machine, createRun: () => Run): Outcome {
  const attempt = () => machine.execute(createRun());
  try {
    return attempt();
  } catch (error) {
    if (!(error instanceof ExhaustedError)) throw error;
  }
  machine.forget();
  try {
    return attempt();
  } catch (error) {
    if (error instanceof ExhaustedError) return exhausted(createRun());
    throw error;
  }
}

/** What remains of a creation is the nonce of its caller. */
function exhausted({ message, state, options }: Run): Outcome {
  const { caller, to, refund } = message;
  const halted = {
    status: 'halt',
    halt: 'out of gas',
    gasLeft: 0n,
    refund,
    output: emptyBytes,
    logs: [],
    burned: 0n,
  } as const;
  if (to !== undefined) return halted;
  const account = state.account(caller) ?? emptyAccount;
  if (options.discards !== true) state.setAccount(caller, { ...account, nonce: account.nonce + 1n });
  return { ...halted, created: createdAddress(caller, account.nonce) };
}

/** In a machine of its own: the others go on with other runs between the turns. */
async function executeInTurns(run: Run, turns: ExecutionTurns): Promise<Outcome> {
  try {
    return await new Machine().executeInTurns(run, turns);
  } catch (error) {
    if (error instanceof ExhaustedError) return exhausted(run);
    throw error;
  }
}

/** A second run of what halts, opcode by opcode: only then the reason is the one of the exact opcode. */
class ExactHalt {
  readonly #state: WorldState;
  readonly #options: RunOptions;
  readonly #start: number;
  #text: string | undefined;

  /** Before the first run. */
  constructor(state: WorldState, options: RunOptions) {
    this.#state = state;
    this.#options = options;
    this.#start = state.snapshot();
  }

  /** What to run again with, on the state as it was; undefined when nothing is left to find out. */
  optionsAfter({ status }: Outcome): RunOptions | undefined {
    if (status !== 'halt' || this.#options.tracer !== undefined) return undefined;
    this.#state.revert(this.#start);
    const onExit = ({ depth, error }: ExitedFrame) => {
      if (depth === 0) this.#text = error;
    };
    return { ...this.#options, tracer: { onExit } };
  }

  complete(outcome: Outcome): Outcome {
    return this.#text === undefined ? outcome : { ...outcome, haltText: this.#text };
  }
}
