import { createEngine } from '../evm/engine.ts';
import { precompiles } from '../evm/precompiles/precompiles.ts';
import type { Fork } from '../kernel/engine.ts';
import type { Machine } from './official/apply-case.ts';

export type ContextFor = (fork: Fork) => Machine;

/** One engine, and the precompiles of the fork in question. */
export function createMachines(): ContextFor {
  const engine = createEngine();
  return (fork) => ({ engine, natives: precompiles(fork) });
}
