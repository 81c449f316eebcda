import { existsSync, statSync } from 'node:fs';
import type { Home } from '../config/home.ts';
import type { Hash } from '../primitives/hash.ts';
import { writeAtomically } from '../primitives/write-atomically.ts';
import { dataFileOf } from '../store/lmdb-store.ts';
import { HomeError, withHomeErrors } from './home-error.ts';

/*
 * The marker is outside of the data folder: a home whose data are missing (a disk that is not mounted, a truncated
 * file) must not start another chain at height 0 as if it were new. It is written after the first commit, and at each
 * start where it is missing: a crash in between leaves a chain without a marker, never a marker without a chain.
 */

/** Throws a HomeError when the home had a chain and its data are missing, or the home is not a folder. */
export function assertChainIsThere({ dataFolder, chainFile }: Home): void {
  const file = dataFileOf(dataFolder);
  const size = withHomeErrors(file, () => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  if (size === 0 && existsSync(chainFile)) throw chainLost(file, chainFile);
}

/** Throws a HomeError when the home had a chain: called when its database contains none. */
export function assertHadNoChain({ dataFolder, chainFile }: Home): void {
  if (existsSync(chainFile)) throw chainLost(dataFileOf(dataFolder), chainFile);
}

/** Records that the home has a chain, if not yet recorded; on disk on return. Throws a HomeError when it cannot. */
export function markChain({ chainFile }: Home, genesisHash: Hash): void {
  if (existsSync(chainFile)) return;
  withHomeErrors(chainFile, () => writeAtomically(chainFile, `${JSON.stringify({ genesisHash })}\n`));
}

function chainLost(file: string, marker: string): HomeError {
  return new HomeError({ code: 'chain-lost', file, marker });
}
