import type { NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import type { Address } from '#qord/primitives/address.ts';
import type { Dice } from '#qord/testing/interfaces/any-value.ts';
import type { ModuleChain } from '#qord/testing/module-chain.ts';
import { createImagination } from './imagined-calls.ts';
import type { Message } from './senders.ts';

/** How many candidates are tried for a call that succeeds. */
const tries = 6;
const gas = 2_000_000n;

/** Whether a message would succeed in the next block, as it stands at the head. */
export type Rehearsal = (network: ModuleChain, caller: Address, message: Message) => boolean;

/** Runs messages without effect. */
export function createRehearsal(modules: readonly NativeModule[]): Rehearsal {
  const imagine = createImagination(modules);
  return (network, caller, message) => imagine(network).send(caller, message, gas).status === 'success';
}

/** Mostly the first of some candidates that is permitted; else any, so that what is forbidden is tried too. */
export function likelyPermitted<C>(pick: Dice, candidate: () => C, isPermitted: (candidate: C) => boolean): C {
  const first = candidate();
  if (pick([0, 1, 2, 3, 4, 5]) === 0) return first;
  for (let count = 0, next = first; count < tries; count++, next = candidate()) if (isPermitted(next)) return next;
  return first;
}
