import { existsSync } from 'node:fs';
import { genesisHash } from '../chain/genesis/execute-genesis.ts';
import { genesisHeight } from '../chain/genesis/genesis-height.ts';
import { parseGenesis } from '../chain/genesis/parse-genesis.ts';
import { assertKnownFormat } from '../chain/open-chain-reader.ts';
import { readHeader } from '../chain/storage/read-block.ts';
import { readGenesisText, readTotals } from '../chain/storage/totals.ts';
import { checkFaults, type DataFault } from '../chain/verify/fault.ts';
import { type VerifyProgress, verifyChain } from '../chain/verify/verify-chain.ts';
import type { Home } from '../config/home.ts';
import { createEngine } from '../evm/engine.ts';
import { precompiles } from '../evm/precompiles/precompiles.ts';
import { joinNatives } from '../kernel/natives.ts';
import { createModules } from '../modules/index.ts';
import { verifyPages } from '../store/data-file/verify-pages.ts';
import { lockDirectory } from '../store/directory-lock.ts';
import { dataFileOf, openLmdbReader } from '../store/lmdb-store.ts';
import type { StoreReader } from '../store/types.ts';
import { assertChainIsThere } from './chain-marker.ts';
import { HomeError } from './home-error.ts';

/** Reports the progress of a stage of the verification. */
export type HomeProgress = (stage: 'pages' | Parameters<VerifyProgress>[0], done: number, total: number) => void;

export type Verification = {
  /** The chain; undefined when the file is too damaged to be opened */
  readonly chain: { readonly network: string; readonly height: number; readonly transactions: number } | undefined;
  readonly faults: readonly DataFault[];
};

/**
 * Checks everything a home stores, from the pages of its file to the state. The file is opened as a database only when
 * its pages are consistent: LMDB trusts them. Throws a HomeError without a chain, a DirectoryInUseError while a node
 * runs, a StoreError when the file cannot be read.
 */
export async function verifyHome(home: Home, onProgress: HomeProgress): Promise<Verification> {
  const { dataFolder: folder } = home;
  const file = dataFileOf(folder);
  assertChainIsThere(home);
  if (!existsSync(file)) throw new HomeError({ code: 'no-data', folder });
  const lock = lockDirectory(folder);
  try {
    const fault = verifyPages(file, (done, total) => onProgress('pages', done, total));
    if (fault !== undefined) return { chain: undefined, faults: [{ place: file, fault }] };
    return await verifyContent(openLmdbReader(folder), onProgress);
  } finally {
    await lock.release();
  }
}

async function verifyContent(reader: StoreReader, onProgress: HomeProgress): Promise<Verification> {
  try {
    const chain = openChain(reader);
    if ('faults' in chain) return { chain: undefined, faults: chain.faults };
    const faults = [
      ...checkFaults('genesis', () => genesisFaults(reader)),
      ...verifyChain(reader, chain.network !== 'dev', onProgress),
    ];
    return { chain, faults };
  } finally {
    await reader.close();
  }
}

/** A chain in another format throws a ChainError: it is not damaged. */
function openChain(reader: StoreReader): NonNullable<Verification['chain']> | Pick<Verification, 'faults'> {
  assertKnownFormat(reader);
  try {
    const totals = readTotals(reader);
    if (totals === undefined) throw new Error('the file contains no chain');
    const { network } = parseGenesis(readGenesisText(reader) ?? '');
    return { network, height: totals.head, transactions: totals.transactions };
  } catch (error) {
    return { faults: [{ place: 'chain', fault: error instanceof Error ? error.message : String(error) }] };
  }
}

/** Whether the stored genesis document results in the first block. */
function genesisFaults(reader: StoreReader): readonly string[] {
  const modules = createModules();
  const context = { engine: createEngine(), modules, natives: joinNatives(precompiles('osaka'), modules) };
  const document = parseGenesis(readGenesisText(reader) ?? '');
  const made = genesisHash(document, context);
  const stored = readHeader(reader, genesisHeight(document))?.hash;
  return made === stored
    ? []
    : [`the genesis document results in a first block with hash ${made}, but ${stored} is stored`];
}
