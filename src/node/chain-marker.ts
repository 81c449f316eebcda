import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Home } from '../config/home.ts';
import type { Hash } from '../primitives/hash.ts';
import { dataFileOf } from '../store/lmdb-store.ts';
import { HomeError, withHomeErrors } from './home-error.ts';

/*
 * The marker stands outside of the data folder: a home whose data are gone (a disk that is not mounted, a file cut to
 * nothing) must not begin another chain at height 0 as if it were new. It is written after the first commit, and at each
 * start where it is missing: a crash in between leaves a chain without a marker, never a marker without a chain.
 */

/** Throws a HomeError when the home had a chain and its data are missing, or the home is no folder. */
export function assertChainIsThere({ dataFolder, chainFile }: Home): void {
  const file = dataFileOf(dataFolder);
  const size = withHomeErrors(file, () => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  if (size === 0 && existsSync(chainFile)) throw chainLost(file, chainFile);
}

/** Throws a HomeError when the home had a chain: called where its database turns out to hold none. */
export function assertHadNoChain({ dataFolder, chainFile }: Home): void {
  if (existsSync(chainFile)) throw chainLost(dataFileOf(dataFolder), chainFile);
}

/** Notes that the home has a chain, if that is not noted yet; on disk on return. Throws a HomeError when it cannot. */
export function markChain({ chainFile }: Home, genesisHash: Hash): void {
  if (existsSync(chainFile)) return;
  withHomeErrors(chainFile, () => writeAtomically(chainFile, `${JSON.stringify({ genesisHash })}\n`));
}

/** The file is there with all of the text, or not at all, also after a power loss. */
function writeAtomically(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.new`;
  const descriptor = openSync(draft, 'w');
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, file);
  if (process.platform === 'win32') return; // folders cannot be opened there
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function chainLost(file: string, marker: string): HomeError {
  return new HomeError({ code: 'chain-lost', file, marker });
}
