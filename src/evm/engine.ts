/*
 * The EVM: an interpreter in WebAssembly (src/evm/assembly) and the TypeScript around it (src/evm/instance).
 *
 *   run(block, message, state)
 *     │ createEngine: takes an idle EvmInstance or creates one
 *     ▼
 *   EvmInstance (TypeScript)                       interpreter (WebAssembly, one linear memory)
 *     writes environment, input, access list ────▶ runMessage: frames, stacks and memories are data in that memory
 *     loadAccount, loadSlot, loadCode        ◀──── first use of an account, a slot or a code in this run
 *     callNative: precompiles and modules    ◀──── a call to a native contract
 *     sliceEnded: continue or stop           ◀──── every 400,000 gas
 *     writes dirty records to `state`        ◀──── the end of the run, and each call of a module
 *
 * - Journal: the interpreter records the previous value of everything it changes; a revert walks its journal backwards.
 *   A module works on `state` itself, so its call is one journal entry with a snapshot of `state`: the interpreter's
 *   journal is the master, and both sides revert as one sequence.
 * - Slices: a run can be stopped only between two slices of gas. Slices change neither gas nor result.
 * - Caches: an instance keeps accounts, slots and codes from one run to the next. Accounts and slots are valid for one
 *   state at one version; otherwise every value is loaded again before its next use. Code runs from its bytes; decoded
 *   blocks are a cache that may be emptied at any moment (assembly/code/block-cache.ts).
 * - Discarded runs (RunOptions.discards) undo their journal instead of writing to `state`.
 * - No outcome depends on room or on earlier runs: the tables have room for all that a transaction can pay for, and
 *   whatever needs more throws an ExhaustedError.
 * - Whatever is thrown, `state` is as it was before the run.
 */

import type { BlockEnvironment, Engine, ExitedFrame, Message, Outcome, RunOptions } from '../kernel/engine.ts';
import { PrintList } from '../kernel/prints.ts';
import type { WorldState } from '../state/types.ts';
import { EvmInstance } from './instance/evm-instance.ts';
import { ExhaustedError } from './instance/exhausted-error.ts';
import { Run } from './instance/run.ts';

/** Idle instances kept for later runs. The last one is used first: its caches are the most recent ones. */
const maxIdleInstances = 4;

/**
 * Creates an engine. A module that EVM code calls may run a message itself: it becomes a frame of the same run
 * (instance/inner-run.ts). `keepsPrints`: outcomes have what was passed to console.log, for development networks
 */
export function createEngine(
  createInstance: () => EvmInstance = () => new EvmInstance(),
  { keepsPrints = false }: { readonly keepsPrints?: boolean } = {},
): Engine {
  const idle: EvmInstance[] = [];
  const take = () => idle.pop() ?? createInstance();
  const give = (instance: EvmInstance) => {
    if (instance.isReusable && idle.length < maxIdleInstances) idle.push(instance);
  };
  const execute = (block: BlockEnvironment, message: Message, state: WorldState, options: RunOptions): Outcome => {
    const instance = take();
    try {
      const prints = () => (keepsPrints ? new PrintList() : undefined);
      return executeWithin(instance, () => new Run(block, message, state, options, prints()));
    } finally {
      give(instance);
    }
  };
  const engine: Engine = {
    run: (block, message, state, options) =>
      options.exactHalt === true
        ? executeExactly(state, options, (withOptions) => execute(block, message, state, withOptions))
        : execute(block, message, state, options),
  };
  return engine;
}

/**
 * Earlier runs may have filled part of a table, so a message that fills it is executed again with empty tables. Throws an
 * ExhaustedError when it fills them, too.
 */
function executeWithin(instance: EvmInstance, createRun: () => Run): Outcome {
  try {
    return instance.execute(createRun());
  } catch (error) {
    if (!(error instanceof ExhaustedError)) throw error;
  }
  instance.clearTables();
  return instance.execute(createRun());
}

/** Repeats a run that halts opcode by opcode: only then the text can name the opcode. */
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
