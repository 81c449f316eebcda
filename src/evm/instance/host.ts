import type { EngineImports } from './engine-exports.ts';
import type { EvmInstance } from './evm-instance.ts';
import { ExhaustedError } from './exhausted-error.ts';
import { callNative } from './native-calls.ts';
import { createTraceHooks } from './trace-hooks.ts';

/** What the interpreter of the machine calls on this side: assembly/host.ts tells what each is for. */
export function createHost(machine: EvmInstance): EngineImports {
  return {
    loadAccount: (account) => machine.accounts.load(account, machine.run.state),
    loadSlot: (slot) => machine.slots.load(slot, machine.run.state),
    loadCode: (account) => machine.linkCode(account),
    decodeCode: (code) => machine.codes.decode(code),
    // an address above 2 GiB arrives as a negative number
    storeCode: (account, bytes, length) => machine.storeCode(account, bytes >>> 0, length),
    hasStorage: (account) => (machine.run.state.hasEntries(machine.accounts.addressOf(account)) ? 1 : 0),
    blockHash: (word) => {
      const hash = machine.run.block.blockHash(machine.memory.word(word));
      machine.memory.setHash(word, hash);
    },
    callNative: (frame, contract) => callNative(machine, frame, contract),
    revertState: (snapshot) => machine.run.state.revert(snapshot),
    sliceEnded: () => (machine.endSlice() ? 1 : 0),
    exhausted: () => {
      throw new ExhaustedError('a table of the engine is full');
    },
    ...createTraceHooks(
      () => machine,
      () => machine.run.options.tracer,
    ),
  };
}
