import { createEngine } from '#qord/evm/engine.ts';
import { precompiles } from '#qord/evm/precompiles/precompiles.ts';
import type { BlockEnvironment, Outcome } from '#qord/kernel/engine.ts';
import type { NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import { failureText } from '#qord/kernel/module-sdk/failure-text.ts';
import { joinNatives } from '#qord/kernel/natives.ts';
import type { AbiRecord } from '#qord/primitives/abi/value.ts';
import type { Address } from '#qord/primitives/address.ts';
import { createWorldState, type JournaledState } from '#qord/state/world-state.ts';
import type { ModuleChain } from '#qord/testing/module-chain.ts';
import { accountOf } from '#qord/testing/sign-from.ts';
import { encodedCall } from './encode-call.ts';
import type { RandomCall } from './random-call.ts';
import type { Message } from './senders.ts';

const plentyGas = 50_000_000n;

/** Calls by any account, one after the other, on a state that begins as the head and that nobody else sees. */
export type ImaginedCalls = {
  readonly state: JournaledState;
  /** the environment of the next block */
  readonly block: BlockEnvironment;
  send(caller: Address, message: Message, gas?: bigint): Outcome;
  /** Why a call of a module fails; undefined when it succeeds. */
  call(caller: Address, module: string, name: string, values: AbiRecord): string | undefined;
};

/** Returns what begins to imagine at the head of a chain. */
export function createImagination(
  modules: readonly NativeModule[],
): (network: Pick<ModuleChain, 'chain'>) => ImaginedCalls {
  const engine = createEngine();
  const options = { natives: joinNatives(precompiles('osaka'), modules), shouldStop: () => false };
  return ({ chain }) => {
    const block = chain.reader.states.environmentAt('next');
    if (block === undefined) throw new Error('no next block');
    const state = createWorldState(chain.headState());
    const send = (caller: Address, message: Message, gas = plentyGas) => {
      const lists = { blobHashes: [], accessList: [], warmAccounts: [], refund: 0n };
      return engine.run(block, { ...message, ...lists, caller, origin: caller, gas, gasPrice: 0n }, state, options);
    };
    const call: ImaginedCalls['call'] = (caller, module, name, values) => {
      const { address: to, data } = encodedCall(modules, module, name, values);
      const { status, halt, output } = send(caller, { to, value: 0n, data });
      return status === 'success' ? undefined : failureText({ failure: halt ?? 'revert', output });
    };
    return { state, block, send, call };
  };
}

/** Tries calls of development accounts, each at the head of the chain. */
export function sendAll(
  modules: readonly NativeModule[],
  network: Pick<ModuleChain, 'chain'>,
  calls: readonly RandomCall[],
): void {
  const imagine = createImagination(modules);
  for (const { account, module, name, inputs } of calls)
    imagine(network).call(accountOf(account), module, name, inputs);
}
