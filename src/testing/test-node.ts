import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homePaths } from '../config/home.ts';
import { givenValues, readConfig } from '../config/read-config.ts';
import type { NodeUrls } from '../node/banner.ts';
import { createNode, type QordNode } from '../node/create-node.ts';
import { createLog } from '../node/log/create-log.ts';
import { readStartGenesis } from '../node/start-genesis.ts';
import { writeHome } from '../node/write-home.ts';
import type { DevelopmentAccount } from '../primitives/development-accounts.ts';
import { startSuiteNode, suiteNetworkVariable } from './network/suite-node.ts';
import { allUrls } from './node/all-urls.ts';
import { freePorts } from './node/free-ports.ts';

export type TestNode = {
  readonly accounts: readonly DevelopmentAccount[];
  /** URLs of the newest start: a restart changes them */
  readonly urls: { readonly [Name in keyof NodeUrls]: string };
  /** parts of the newest start */
  readonly node: QordNode;
  readonly home: string;
  /** how many it is connected to */
  readonly peers: number;
  /** Closes the node and starts it again on the same home. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

/**
 * A whole development node in this process, on free ports and a new home that is removed at the end of the test.
 * `flags` are keys of the configuration (`json-rpc.gas-cap`); warnings and errors are logged. For `npm run network --
 * suites` it is a node of a network instead.
 */
export async function startTestNode(
  t: { after(close: () => Promise<void>): void },
  options: { flags?: Record<string, string>; home?: string } = {},
): Promise<TestNode> {
  if (process.env[suiteNetworkVariable] !== undefined) return await startSuiteNode(t, options);
  const { flags = {}, home = mkdtempSync(join(tmpdir(), 'qord-node-')) } = options;
  const open = () => openNode(home, { ...freePorts, 'log.level': 'warn', ...flags });
  let node = await open();
  t.after(async () => {
    await node.close();
    rmSync(home, { recursive: true, force: true });
  });
  return {
    accounts: node.control.development?.accounts ?? [],
    home,
    peers: 0,
    get node() {
      return node;
    },
    get urls() {
      return allUrls(node.urls);
    },
    restart: async () => {
      await node.close();
      node = await open();
    },
    close: () => node.close(),
  };
}

async function openNode(folder: string, flags: Record<string, string>): Promise<QordNode> {
  const home = homePaths(folder);
  const config = readConfig({ flags, variables: {}, file: home.configFile });
  const genesis = await readStartGenesis(home, undefined, config);
  const node = await createNode({ config, home, genesis }, createLog(config.log));
  writeHome(home, genesis, givenValues('genesis', { flags, variables: {} }));
  return node;
}
