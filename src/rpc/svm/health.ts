import type { SvmDependencies } from './dependencies.ts';

/** How many slots a node may be behind and still be healthy. */
const healthyDistance = 128;

/**
 * By how many slots the node is behind: known from its peers while it catches up, else from the time since its
 * newest block, as far as blocks come by the clock. A genesis can be months older than its chain, so before the first
 * block only peers count. 0 when it is healthy.
 */
export function slotsBehind({
  chain,
  node,
  blockIntervalMs,
  now,
}: Pick<SvmDependencies, 'chain' | 'node' | 'blockIntervalMs' | 'now'>): number {
  const sync = node.syncing();
  const byPeers = sync === undefined ? 0 : sync.highestBlock - sync.currentBlock;
  const { hash, timestamp } = chain.head();
  const age = now() - timestamp * 1000;
  const interval = node.development?.blockIntervalMs ?? blockIntervalMs; // a development network can change it
  const isByClock = interval > 0 && hash !== chain.identity.genesisHash;
  const byClock = isByClock ? Math.floor(age / interval) : 0;
  const behind = Math.max(byPeers, byClock);
  return behind > healthyDistance ? behind : 0;
}
