import { readFileSync, rmSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { type GenesisDocument, parseGenesis } from '../../chain/genesis/parse-genesis.ts';
import { homePaths } from '../../config/home.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { allUrls } from '../node/all-urls.ts';
import type { TestNode } from '../test-node.ts';
import { until } from '../until.ts';
import { allAt, startNetwork } from './network.ts';

/** Environment variable with which tests that start a development node get node 3 of a network instead. */
export const suiteNetworkVariable = 'SUITE_NETWORK';

const validators = 4;
/** What a development network has, without the methods that change its state. */
const interfaces = { 'json-rpc.api': 'eth,web3,net,txpool,qor,debug,trace,ots' };

/**
 * Node 3 of a new network of four validators in the place of a development node, for tests that only use its
 * interfaces. Settings that decide when blocks are made have no effect; of a home only the genesis counts, with the
 * validators of the network, and the home is removed. Throws where a test needs the parts of a node in its own process.
 */
export async function startSuiteNode(
  t: Pick<TestContext, 'after'>,
  { flags = {}, home }: { readonly flags?: Readonly<Record<string, string>>; readonly home?: string },
): Promise<TestNode> {
  const settings = Object.fromEntries(Object.entries(flags).filter(([key]) => !key.startsWith('consensus.')));
  const genesis = home === undefined ? undefined : takeGenesis(home);
  const nodes = await startNetwork(t, { validators, genesis, flags: { ...interfaces, ...settings } });
  const node = nodes[validators - 1];
  if (node === undefined) throw new RangeError('there is no such node');
  await allAt(nodes, 1);
  const peers = async () => Number(await node.call<string>('net_peerCount'));
  await until(async () => (await peers()) === validators - 1, 'all peers');
  return {
    accounts: developmentAccounts,
    home: node.home,
    peers: validators - 1,
    get node(): never {
      throw new Error('the node runs in a process of its own');
    },
    get urls() {
      return allUrls(node.process.urls);
    },
    restart: async () => {
      await node.process.stop('SIGTERM');
      await node.start();
    },
    close: async () => void (await node.process.stop('SIGTERM')),
  };
}

function takeGenesis(home: string): GenesisDocument {
  const genesis = parseGenesis(readFileSync(homePaths(home).genesisFile, 'utf8'));
  rmSync(home, { recursive: true });
  return genesis;
}
