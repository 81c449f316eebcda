import { createEngine } from '#qord/evm/engine.ts';
import { precompiles } from '#qord/evm/precompiles/precompiles.ts';
import type { NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import { joinNatives } from '#qord/kernel/natives.ts';
import type { Address } from '#qord/primitives/address.ts';
import { createWorldState } from '#qord/state/world-state.ts';
import type { Dice } from '#qord/testing/interfaces/any-value.ts';
import type { ModuleChain } from '#qord/testing/module-chain.ts';
import type { Message } from './senders.ts';

/** How many candidates are tried for a call that succeeds. */
const tries = 6;
const gas = 2_000_000n;

/** Whether a message would succeed in the next block, as it stands at the head. */
export type Rehearsal = (network: ModuleChain, caller: Address, message: Message) => boolean;

/** Runs messages without effect. */
export function createRehearsal(modules: readonly NativeModule[]): Rehearsal {
  const engine = createEngine();
  const options = { natives: joinNatives(precompiles('osaka'), modules), shouldStop: () => false };
  return ({ chain }, caller, message) => {
    const block = chain.reader.states.environmentAt('next');
    if (block === undefined) return false;
    const lists = { blobHashes: [], accessList: [], warmAccounts: [], refund: 0n };
    const whole = { ...message, ...lists, caller, origin: caller, gas, gasPrice: 0n };
    return engine.run(block, whole, createWorldState(chain.headState()), options).status === 'success';
  };
}

/** Mostly the first of some candidates that is permitted; else any, so that what is forbidden is tried too. */
export function likelyPermitted<C>(pick: Dice, candidate: () => C, isPermitted: (candidate: C) => boolean): C {
  const first = candidate();
  if (pick([0, 1, 2, 3, 4, 5]) === 0) return first;
  for (let count = 0, next = first; count < tries; count++, next = candidate()) if (isPermitted(next)) return next;
  return first;
}
