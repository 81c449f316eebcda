import type { Engine, ExitedFrame, Outcome, RunOptions } from '../kernel/engine.ts';
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
export function createEngine(): Engine {
  const idle: Machine[] = [];
  const withMachine = (use: (machine: Machine) => Outcome): Outcome => {
    const machine = idle.pop() ?? new Machine();
    try {
      return use(machine);
    } finally {
      if (machine.isWorthKeeping && idle.length < keptMachines) idle.push(machine);
    }
  };
  const engine: Engine = {
    run: (block, message, state, options) => {
      const execute = (withOptions: RunOptions) =>
        withMachine((machine) => executeWithin(machine, () => new Run(block, message, state, withOptions, engine)));
      return options.exactHalt === true ? executeExactly(state, options, execute) : execute(options);
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

/** Runs again opcode by opcode when the fast run halts: only then the reason is the one of the exact opcode. */
function executeExactly(state: WorldState, options: RunOptions, execute: (options: RunOptions) => Outcome): Outcome {
  const start = state.snapshot();
  const outcome = execute(options);
  if (outcome.status !== 'halt' || options.tracer !== undefined) return outcome;
  state.revert(start);
  let haltText: string | undefined;
  const onExit = ({ depth, error }: ExitedFrame) => {
    if (depth === 0) haltText = error;
  };
  const exact = execute({ ...options, tracer: { onExit } });
  return haltText === undefined ? exact : { ...exact, haltText };
}
