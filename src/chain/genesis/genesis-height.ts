import type { GenesisDocument } from './parse-genesis.ts';

/**
 * Height of the block that holds the genesis state: the one before the first that is made, or, of a fork, the one after
 * the last block of its origin.
 */
export function genesisHeight({ fork, initialHeight }: Pick<GenesisDocument, 'fork' | 'initialHeight'>): number {
  return fork === undefined ? initialHeight - 1 : fork.blockNumber + 1;
}
