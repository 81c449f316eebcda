import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { listeners } from '../../config/listeners.ts';
import { readConfig } from '../../config/read-config.ts';
import { checkPorts } from '../../node/check-ports.ts';
import type { TestnetNode } from '../../node/testnet.ts';

/**
 * Writes a network by `create`, which gets a base port, on ports that nobody uses now. Peers meet below the ports that
 * the system hands out.
 */
export async function createFreeTestnet(
  create: (basePort: number) => Promise<readonly TestnetNode[]> | readonly TestnetNode[],
): Promise<readonly TestnetNode[]> {
  for (;;) {
    const nodes = await create(randomInt(2_000, 13_000));
    const isFree = await checkPorts(nodes.flatMap(listenersOf)).then(
      () => true,
      () => false,
    );
    if (isFree) return nodes;
    for (const { home } of nodes) rmSync(home.folder, { recursive: true });
  }
}

function listenersOf({ home }: TestnetNode) {
  const config = readConfig({ flags: {}, variables: {}, file: home.configFile });
  return [...listeners(config, 'dev'), { name: 'p2p', address: config.comet['p2p-address'] }];
}
