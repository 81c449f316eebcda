import { createEngine } from '../evm/engine.ts';
import { precompiles } from '../evm/precompiles/precompiles.ts';
import type { Fork } from '../kernel/engine.ts';
import type { EngineContext } from './official/apply-case.ts';

export type ContextFor = (fork: Fork) => EngineContext;

/** One engine, and the precompiles of the fork in question. */
export function createEngineContexts(engine = createEngine()): ContextFor {
  return (fork) => ({ engine, natives: precompiles(fork) });
}
