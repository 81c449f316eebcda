import { devGenesis, genesisSupply } from '../chain/genesis/dev-genesis.ts';
import { genesisOptions } from '../chain/genesis/options.ts';
import { chainIds, type GenesisDocument, GenesisDocumentError, parseGenesis } from '../chain/genesis/parse-genesis.ts';
import type { ChainIdentity } from '../chain/types.ts';
import type { Config } from '../config/config.ts';
import { treasury } from '../kernel/module-account.ts';
import { defaultSections } from '../kernel/natives.ts';
import { createModules } from '../modules/index.ts';
import { type Address, toBech32 } from '../primitives/address.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { readGivenFile } from '../primitives/given-file.ts';
import { developmentOptions } from '../rpc/development/options.ts';
import { developersOf } from './developers.ts';
import { withGethGenesis } from './geth-genesis.ts';
import { HomeError } from './home-error.ts';
import { settingFault } from './setting-fault.ts';

export type NetworkName = ChainIdentity['network'];

/** What of the configuration a new network depends on. */
export type NewNetwork = Pick<Config, 'genesis' | 'development'>;

/**
 * The genesis of a new development network; `timestamp`: as of `DevelopmentNetwork`. Rejects with a ConfigError when its
 * accounts cannot be derived.
 */
export async function newDevGenesis(
  { genesis, development }: NewNetwork = usual(),
  timestamp?: number,
): Promise<GenesisDocument> {
  const accounts = (await developersOf(genesis)).map(({ address }) => address);
  const preinstalled = development.preinstalls ? (await import('./preinstalls/preinstalls.ts')).preinstalls() : {};
  const sections = sectionsFor(accounts[0]);
  const begin = timestamp === undefined ? {} : { timestamp };
  if (genesis.init === '') {
    return devGenesis(sections, { accounts, options: genesis, contracts: preinstalled, ...begin });
  }
  const given = withGethGenesis(genesis, usual().genesis);
  const contracts = { ...preinstalled, ...given.accounts };
  try {
    return devGenesis(sections, { accounts, options: given.options, contracts, ...begin });
  } catch (error) {
    if (!(error instanceof GenesisDocumentError)) throw error;
    throw settingFault('genesis', 'init', genesis.init, `names a network that cannot be (${error.message})`);
  }
}

function usual(): NewNetwork {
  return { genesis: genesisOptions.parse({}), development: developmentOptions.parse({}) };
}

/** The sections of modules, whose roles the first account has. */
function sectionsFor(first: Address | undefined): Readonly<Record<string, unknown>> {
  const sections = defaultSections(createModules(), 'dev');
  const [usual] = developmentAccounts;
  if (first === undefined || usual === undefined || first === usual.address) return sections;
  return JSON.parse(JSON.stringify(sections).replaceAll(toBech32(usual.address), toBech32(first)));
}

/**
 * A complete genesis document of a network that nobody has started yet: every parameter with the value of the network,
 * and the whole supply in the treasury. Its founders add accounts, validators and roles. `timestamp` is in seconds
 * since 1970.
 */
export async function genesisTemplate(network: NetworkName, timestamp: number): Promise<GenesisDocument> {
  if (network === 'dev') return { ...(await newDevGenesis()), timestamp };
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
    return parseGenesis(readText(file));
  } catch (error) {
    if (!(error instanceof GenesisDocumentError)) throw error;
    throw new HomeError({ code: 'bad-genesis', file, reason: error.message.replaceAll(/\s*\n\s*/g, ' ') });
  }
}

function readText(file: string): string {
  try {
    return readGivenFile(file).toString('utf8');
  } catch (error) {
    throw new HomeError({ code: 'bad-genesis', file, reason: error instanceof Error ? error.message : String(error) });
  }
}
