import { existsSync, readFileSync } from 'node:fs';
import { devGenesis, genesisSupply } from '../chain/genesis/dev-genesis.ts';
import { chainIds, type GenesisDocument, GenesisDocumentError, parseGenesis } from '../chain/genesis/parse-genesis.ts';
import type { ChainIdentity } from '../chain/types.ts';
import type { Home } from '../config/home.ts';
import { treasury } from '../kernel/module-account.ts';
import { defaultSections } from '../kernel/natives.ts';
import { createModules } from '../modules/index.ts';
import { HomeError } from './home-error.ts';

export type NetworkName = ChainIdentity['network'];

/** The genesis of a home; a home that has none yet gets that of a development network. Throws a HomeError. */
export function readHomeGenesis({ genesisFile: file }: Home, requested: NetworkName | undefined): GenesisDocument {
  if (existsSync(file)) return readGenesisFile(file, requested);
  if (requested === undefined || requested === 'dev') return newDevGenesis();
  throw new HomeError({ code: 'no-genesis', file, network: requested });
}

/** The genesis of a new development network. */
export function newDevGenesis(): GenesisDocument {
  return devGenesis(defaultSections(createModules(), 'dev'));
}

/**
 * A complete genesis document of a network that nobody has started yet: every parameter with the value of the network,
 * and the whole supply in the treasury. Its founders add accounts, validators and roles. `timestamp` is in seconds
 * since 1970.
 */
export function genesisTemplate(network: NetworkName, timestamp: number): GenesisDocument {
  if (network === 'dev') return { ...newDevGenesis(), timestamp };
  const alloc = { [treasury]: { balance: genesisSupply.toString() } };
  const modules = defaultSections(createModules(), network);
  return parseGenesis(JSON.stringify({ network, chainId: chainIds[network], timestamp, alloc, modules }));
}

/** A genesis file of the requested network, or of any. Throws a HomeError. */
export function readGenesisFile(file: string, requested: NetworkName | undefined): GenesisDocument {
  const genesis = parseFile(file);
  const { network } = genesis;
  if (requested === undefined || requested === network) return genesis;
  throw new HomeError({ code: 'other-network', file, network, requested });
}

function parseFile(file: string): GenesisDocument {
  try {
    return parseGenesis(readFileSync(file, 'utf8'));
  } catch (error) {
    if (!(error instanceof GenesisDocumentError) && !isSystemError(error)) throw error;
    throw new HomeError({ code: 'bad-genesis', file, reason: error.message.replaceAll(/\s*\n\s*/g, ' ') });
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
