import type { ForkPoint } from './parse-genesis.ts';

/** Height of the first block: after that of the origin for a fork. */
export function firstHeight({ fork }: { readonly fork?: ForkPoint | undefined }): number {
  return fork === undefined ? 0 : fork.blockNumber + 1;
}
