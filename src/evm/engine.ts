import type {
  BlockEnvironment,
  ExitedFrame,
  Message,
  Outcome,
  PausableEngine,
  RunOptions,
  TimeSlices,
} from '../kernel/engine.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { andFinally, andThen, type MaybePromise, recoverWith } from '../primitives/maybe-promise.ts';
import { emptyAccount } from '../state/account.ts';
import type { WorldState } from '../state/types.ts';
import { createdAddress } from './created-address.ts';
import { EvmInstance } from './instance/evm-instance.ts';
import { ExhaustedError } from './instance/exhausted-error.ts';
import { Run } from './instance/run.ts';

/** Machines kept for later runs: the one at the end is used first, so that it is the one with the warm caches. */
const keptMachines = 4;

/**
 * The EVM as an interpreter in WebAssembly. A module that is called by EVM code may call `run` again on the same state:
 * every nested run has a machine of its own.
 */
export function createEngine(): PausableEngine {
  const idle: EvmInstance[] = [];
  const withMachine = (use: (machine: EvmInstance) => MaybePromise<Outcome>): MaybePromise<Outcome> => {
    const machine = idle.pop() ?? new EvmInstance();
    const release = () => {
      if (machine.isReusable && idle.length < keptMachines) idle.push(machine);
    };
    return andFinally(() => use(machine), release);
  };
  const engine: PausableEngine = {
    // without turns there is no pause
    run: (block, message, state, options) => start(block, message, state, options) as Outcome,
    runInSlices: (block, message, state, options, turns) => start(block, message, state, options, turns),
  };
  const start = (
    block: BlockEnvironment,
    message: Message,
    state: WorldState,
    options: RunOptions,
    turns?: TimeSlices,
  ): MaybePromise<Outcome> => {
    const execute = (withOptions: RunOptions) => {
      const createRun = () => new Run(block, message, state, withOptions, engine);
      return withMachine((machine) => executeWithin(machine, createRun, turns));
    };
    return options.exactHalt === true ? executeExactly(state, options, execute) : execute(options);
  };
  return engine;
}

/**
 * What fills a table of the machine runs out of gas. Tables may also be full of what earlier runs left, so the message
 * gets a second chance with empty ones: how it ends depends on the message alone.
 */
function executeWithin(machine: EvmInstance, createRun: () => Run, turns?: TimeSlices): MaybePromise<Outcome> {
  const attempt = () => machine.execute(createRun(), turns);
  return unlessExhausted(attempt, () => {
    machine.clearTables();
    return unlessExhausted(attempt, () => exhausted(createRun()));
  });
}

function unlessExhausted(attempt: () => MaybePromise<Outcome>, otherwise: () => MaybePromise<Outcome>) {
  return recoverWith(attempt, (error) => {
    if (error instanceof ExhaustedError) return otherwise();
    throw error;
  });
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

/** Runs again opcode by opcode when the fast run halts: only then the reason is the one of the exact opcode. */
function executeExactly(
  state: WorldState,
  options: RunOptions,
  execute: (options: RunOptions) => MaybePromise<Outcome>,
): MaybePromise<Outcome> {
  const start = state.snapshot();
  const complete = (outcome: Outcome): MaybePromise<Outcome> => {
    if (outcome.status !== 'halt' || options.tracer !== undefined) return outcome;
    state.revert(start);
    let haltText: string | undefined;
    const onExit = ({ depth, error }: ExitedFrame) => {
      if (depth === 0) haltText = error;
    };
    return andThen(execute({ ...options, tracer: { onExit } }), (exact) =>
      haltText === undefined ? exact : { ...exact, haltText },
    );
  };
  return andThen(execute(options), complete);
}
