import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { devGenesis } from '#qord/chain/genesis/dev-genesis.ts';
import type { GenesisDocument } from '#qord/chain/genesis/parse-genesis.ts';
import { type Home, homePaths } from '#qord/config/home.ts';
import { type CometHome, cometHome } from '#qord/consensus/comet/comet-home.ts';
import { defaultSections } from '#qord/kernel/natives.ts';
import { createModules } from '#qord/modules/index.ts';
import { readGenesisFile } from '#qord/node/genesis-file.ts';
import { createTestnet } from '#qord/node/testnet.ts';
import { zeroAddress } from '#qord/primitives/address.ts';
import type { World } from '../world/world.ts';

/** The homes of the nodes of a run. */
export type Homes = {
  readonly homes: readonly Home[];
  readonly genesis: GenesisDocument;
  /** places at which the applications wait for consensus; none for a node without peers */
  readonly places: readonly CometHome[];
  remove(): void;
};

/** HTTP port of the EVM interface of the first node. */
const basePort = 8_545;
/** 2026-06-01T00:00:00Z, in seconds since 1970: before the first block */
const timestamp = 1_780_271_990;

/** Parameters of a chain whose blocks a burst of transactions fills, or some with much data. */
const smallBlocks = { gasLimit: 2_000_000n, maxBlockBytes: 65_536 };
/** Probability that governance has the office of the authority from the beginning, on a node without peers. */
const isGoverned = 0.3;

/** How the folders begin in which this process has homes. */
export const homesPrefix = join(tmpdir(), `qord-simulated-${process.pid}-`);

/** Makes the homes in a new folder. Keys are drawn from the machine. */
export function createHomes(world: World, nodes: number): Homes {
  const folder = mkdtempSync(homesPrefix);
  const remove = () => {
    process.off('exit', remove);
    rmSync(folder, { recursive: true, force: true });
  };
  process.on('exit', remove); // when somebody ends it
  const isVacant = nodes === 1 && world.randomOf('office').chance(isGoverned);
  const office = isVacant ? { authority: { params: { account: zeroAddress } } } : {};
  const usual = devGenesis(nodes === 1 ? office : defaultSections(createModules(), 'dev'));
  const genesis = { ...usual, parameters: { ...usual.parameters, ...(world.hasSmallBlocks && smallBlocks) } };
  if (nodes === 1) {
    return { homes: [homePaths(join(folder, 'node0'))], genesis, places: [], remove };
  }
  const testnet = createTestnet({
    folder: join(folder, 'net'),
    validators: nodes,
    fullNodes: 0,
    basePort,
    timestamp,
    genesis,
  });
  const homes = testnet.map(({ home }) => home);
  const places = homes.map((home) => {
    const comet = cometHome(home.folder);
    writeBlockStore(comet);
    return comet;
  });
  const [first] = homes;
  if (first === undefined || !existsSync(first.genesisFile)) throw new Error('the network has no genesis');
  return { homes, genesis: readGenesisFile(first.genesisFile, undefined), places, remove };
}

/** A node with blocks begins only where CometBFT has some: whoever takes its place keeps all of them. */
export function writeBlockStore({ dataFolder }: CometHome): void {
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(join(dataFolder, 'blockstore.db'), '');
}
