import { InvalidBlockError } from '../../../chain/execute-block.ts';
import { verifyChain } from '../../../chain/verify/verify-chain.ts';
import { createModules } from '../../../modules/index.ts';
import { toHex } from '../../../primitives/hex.ts';
import { createMemoryStore } from '../../../store/memory-store.ts';
import { createDice, type Dice } from '../../any-value.ts';
import { genesisWith, type ModuleChain, openModuleChain } from '../../module-chain.ts';
import { blockFaults } from './check-block.ts';
import { type RandomCall, randomCall } from './random-call.ts';

const blocksPerChain = 150;
const callsPerBlock = 6;
/** One block in so many comes after a restart, and one in so many begins the export of the chain. */
const restartEvery = 20;
const exportEvery = 60;

/** What a chain met: the first fault ends it. */
export type ModulesOutcome = {
  readonly blocks: number;
  readonly calls: number;
  readonly succeeded: number;
  /** the fault, and the calls of its block */
  readonly fault: string | undefined;
};

/**
 * A chain of random blocks: permitted and forbidden calls of all modules, parameters within and beyond their bounds,
 * jumps of time, restarts, exports that become the next chain. After each block the supply, the hooks and every answer
 * are checked; at the end all data.
 */
export function fuzzModules(seed: number): ModulesOutcome {
  const pick = createDice(seed * 7_919 + 1);
  const modules = createModules();
  let opened = open();
  const count = { blocks: 0, calls: 0, succeeded: 0 };
  for (; count.blocks < blocksPerChain; count.blocks++) {
    const calls: readonly RandomCall[] = Array.from({ length: callsPerBlock }, () => randomCall(pick, modules));
    try {
      if (count.blocks % restartEvery === restartEvery - 1) opened = open(opened.genesis, opened.store);
      if (count.blocks % exportEvery === exportEvery - 1) opened = open(opened.network.exported());
      const { receipts, events } = mine(pick, opened.network, calls);
      count.calls += receipts.length;
      count.succeeded += receipts.filter(({ status }) => status === 1).length;
      const [fault] = blockFaults(opened.network, modules, events);
      if (fault !== undefined) return { ...count, fault: told(fault, calls) };
    } catch (error) {
      return { ...count, fault: told(error instanceof Error ? (error.stack ?? '') : String(error), calls) };
    }
  }
  const [wrong] = verifyChain(opened.store, true, () => {});
  return { ...count, fault: wrong && `verify: ${wrong.place}: ${wrong.fault}` };
}

function open(genesis = genesisWith({}), store = createMemoryStore()) {
  return { genesis, store, network: openModuleChain(genesis, createModules(), store) };
}

/** Mines the calls, those left out that the chain does not execute at all, such as of an account without coins. */
function mine(pick: Dice, network: ModuleChain, calls: readonly RandomCall[]) {
  const milliseconds = pick([500, 2_000, 2_000, 60_000, 86_400_000, 400 * 86_400_000]);
  let left = calls;
  for (;;) {
    network.forgetNonces();
    const transactions = left.map(({ account, module, name, inputs }) => network.call(account, module, name, inputs));
    try {
      return network.mine({ transactions, milliseconds });
    } catch (error) {
      if (!(error instanceof InvalidBlockError) || error.transactionIndex === undefined) throw error;
      left = left.filter((_, at) => at !== error.transactionIndex);
    }
  }
}

function told(fault: string, calls: readonly RandomCall[]): string {
  const texts = calls.map(({ account, module, name, inputs }) => {
    const shown = JSON.stringify(inputs, (_, value: unknown) =>
      value instanceof Uint8Array ? toHex(value) : typeof value === 'bigint' ? String(value) : value,
    );
    return `  dev${account}: ${module}.${name} ${shown.slice(0, 300)}`;
  });
  return [fault, ...texts].join('\n');
}
