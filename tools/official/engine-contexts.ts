import { createEngine } from '#qord/evm/engine.ts';
import { precompiles } from '#qord/evm/precompiles/precompiles.ts';
import type { Fork } from '#qord/kernel/engine.ts';
import type { EngineContext } from './apply-case.ts';

export type ContextFor = (fork: Fork) => EngineContext;

/** One engine, and the precompiles of the fork in question. */
export function createEngineContexts(engine = createEngine()): ContextFor {
  return (fork) => ({ engine, natives: precompiles(fork) });
}
