import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { devGenesis } from '../chain/genesis/dev-genesis.ts';
import { ethereumTransactionCap, type GenesisDocument } from '../chain/genesis/parse-genesis.ts';
import { type Home, homePaths } from '../config/home.ts';
import { readConfig } from '../config/read-config.ts';
import type { ConfigValues } from '../config/template.ts';
import { cometHome } from '../consensus/comet/comet-home.ts';
import { ensureKeyFiles, readNodeId, readValidatorKey } from '../consensus/comet/process/key-files.ts';
import { plainObject } from '../kernel/codec/structures.ts';
import { defaultSections } from '../kernel/natives.ts';
import { createModules } from '../modules/index.ts';
import { validatorsSection } from '../modules/staking/genesis.ts';
import { parseAddress } from '../primitives/address.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { HomeError } from './home-error.ts';
import { urlOf } from './urls.ts';
import { writeHome } from './write-home.ts';

type TestnetOptions = {
  readonly folder: string;
  /** 1 to 10: each is operated by a development account */
  readonly validators: number;
  readonly fullNodes: number;
  /** HTTP port of the EVM interface of node 0 */
  readonly basePort: number;
  /** seconds since 1970 of block 0 */
  readonly timestamp: number;
  /** settings of every node, by `section.key` */
  readonly values?: ConfigValues;
  /** Genesis of a development network, whose validators are replaced by those of the homes. Defaults to a new one. */
  readonly genesis?: GenesisDocument;
};

/** A node of a network on this machine. */
export type TestnetNode = {
  readonly home: Home;
  readonly isValidator: boolean;
  readonly http: string;
  readonly webSocket: string;
  readonly svm: string;
};

/** Ports of the interfaces and of peers, counted from the HTTP port of the EVM interface. */
const portOffsets = { webSocket: 1, explorer: 2, svm: 354, p2p: 18_111 };
/** between the ports of two nodes */
const portStep = 100;
/** uqor that each validator has bonded */
const stake = 1_000_000_000_000n;

/**
 * Writes the homes of a network that runs on this machine, `node0` and so on, the validators first. Each node has its
 * own address 127.0.0.1, 127.0.0.2 … for its peers. Throws a HomeError when the folder has a network already.
 */
export function createTestnet(options: TestnetOptions): readonly TestnetNode[] {
  const count = options.validators + options.fullNodes;
  const homes = Array.from({ length: count }, (_, index) => homePaths(join(options.folder, `node${index}`)));
  for (const { folder } of homes) if (existsSync(folder)) throw new HomeError({ code: 'testnet-exists', folder });
  for (const { folder } of homes) ensureKeyFiles(cometHome(folder));
  const genesis = testnetGenesis(homes.slice(0, options.validators), options);
  for (const [index, home] of homes.entries()) {
    writeHome(home, genesis, valuesOf(options, homes, index, index < options.validators));
  }
  return openTestnet(options.folder);
}

/** The nodes of a network that `createTestnet` has written; none when there is none. */
export function openTestnet(folder: string): readonly TestnetNode[] {
  const nodes: TestnetNode[] = [];
  for (let index = 0; ; index++) {
    const home = homePaths(join(folder, `node${index}`));
    if (!existsSync(home.configFile)) return nodes;
    const config = readConfig({ flags: {}, variables: {}, file: home.configFile });
    const { address, 'ws-address': webSocket } = config['json-rpc'];
    nodes.push({
      home,
      isValidator: isValidatorOf(home),
      http: urlOf('http', false, address.host, address.port),
      webSocket: urlOf('ws', false, webSocket.host, webSocket.port),
      svm: urlOf('http', false, config['svm-rpc'].address.host, config['svm-rpc'].address.port),
    });
  }
}

/** Whether the genesis names the key of this home. */
function isValidatorOf(home: Home): boolean {
  const { bytes } = readValidatorKey(cometHome(home.folder));
  return readFileSync(home.genesisFile, 'utf8').includes(Buffer.from(bytes).toString('hex'));
}

/**
 * The genesis of a development network whose validators are these homes, operated by the first development accounts.
 */
function testnetGenesis(
  homes: readonly Home[],
  { timestamp, genesis = devGenesis(defaultSections(createModules(), 'dev')) }: TestnetOptions,
): GenesisDocument {
  const first = homes.map(({ folder }, index) => {
    const operator = developmentAccounts[index]?.address;
    if (operator === undefined) throw new RangeError(`at most ${developmentAccounts.length} validators`);
    const comet = cometHome(folder);
    const { bytes: publicKey } = readValidatorKey(comet);
    const node = parseAddress(`0x${readNodeId(comet)}`);
    return { operator, publicKey, node, moniker: `node${index}`, tokens: stake };
  });
  const { staking, ...others } = genesis.modules;
  const withValidators = { ...plainObject(staking), ...validatorsSection(first) };
  // a network has EIP-7825, which the development network of one node leaves out
  const parameters = { maxTransactionGas: ethereumTransactionCap, ...genesis.parameters };
  return { ...genesis, timestamp, parameters, modules: { ...others, staking: withValidators } };
}

function valuesOf(
  { basePort, validators, values }: TestnetOptions,
  homes: readonly Home[],
  index: number,
  isValidator: boolean,
): ConfigValues {
  const port = basePort + portStep * index;
  const peers = homes.map(({ folder }, at) => `${readNodeId(cometHome(folder))}@${p2pAddress(basePort, at)}`);
  const isPeer = (at: number) => (isValidator ? at < validators && at !== index : at === index % validators);
  return {
    'json-rpc.address': `127.0.0.1:${port}`,
    'json-rpc.ws-address': `127.0.0.1:${port + portOffsets.webSocket}`,
    'svm-rpc.address': `127.0.0.1:${port + portOffsets.svm}`,
    'explorer.address': `127.0.0.1:${port + portOffsets.explorer}`,
    'consensus.driver': 'comet',
    'comet.moniker': `node${index}`,
    'comet.p2p-address': p2pAddress(basePort, index),
    'comet.persistent-peers': peers.filter((_, at) => isPeer(at)).join(),
    'comet.local-network': true,
    'comet.exchange-peers': false, // now all node ids exist
    ...values,
  };
}

function p2pAddress(basePort: number, index: number): string {
  return `127.0.0.${1 + index}:${basePort + portOffsets.p2p}`;
}
