import type { EngineImports } from './engine-exports.ts';
import type { EvmInstance } from './evm-instance.ts';
import { ExhaustedError } from './exhausted-error.ts';
import { callNative } from './native-calls.ts';
import { createTraceHooks } from './trace-hooks.ts';

/** The functions that the interpreter of the instance imports; src/evm/assembly/host.ts documents each. */
export function createHost(instance: EvmInstance): EngineImports {
  return {
    loadAccount: (account) => instance.accounts.load(account, instance.run.state),
    loadSlot: (slot) => instance.slots.load(slot, instance.run.state),
    loadCode: (account) => instance.linkCode(account),
    // an address above 2 GiB arrives as a negative number
    storeCode: (account, bytes, length) => instance.storeCode(account, bytes >>> 0, length),
    hasStorage: (account) => (instance.run.state.hasEntries(instance.accounts.addressOf(account)) ? 1 : 0),
    blockHash: (word) => {
      const hash = instance.run.block.blockHash(instance.memory.word(word));
      instance.memory.setHash(word, hash);
    },
    callNative: (frame, contract) => callNative(instance, frame, contract),
    printed: (frame) => instance.run.prints?.add(instance.frames.inputView(frame)),
    revertState: (snapshot) => instance.run.state.revert(snapshot),
    sliceEnded: () => instance.endSlice(),
    fillRandom: (start, length) => instance.memory.fillRandom(start, length),
    exhausted: () => {
      throw new ExhaustedError();
    },
    ...createTraceHooks(
      () => instance,
      () => instance.run.options.tracer,
    ),
  };
}
