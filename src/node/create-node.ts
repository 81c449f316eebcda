import { existsSync } from 'node:fs';
import type { Chain } from '../chain/chain.ts';
import { rejectEqualAddresses } from '../config/read-config.ts';
import { randomUUID } from '../primitives/machine.ts';
import type { DevelopmentControl } from '../rpc/development-control.ts';
import type { NodeControl } from '../rpc/node-control.ts';
import type { NodeUrls } from './banner.ts';
import { assertChainIsThere } from './chain-marker.ts';
import { checkPorts } from './check-ports.ts';
import { CloseStack } from './close-stack.ts';
import { allListeners, planDriver } from './create-driver.ts';
import type { Log } from './log/create-log.ts';
import { logNetwork } from './log/log-blocks.ts';
import { type Dispatchers, openInterfaces } from './open-interfaces.ts';
import { openMainThread } from './open-main-thread.ts';
import { type NodeOptions, openNetwork } from './open-network.ts';
import { toPortError } from './port-error.ts';
import { ReplaceableNetwork } from './replaceable-network.ts';

/** A running node. */
export type QordNode = {
  readonly chain: Chain;
  readonly control: NodeControl;
  readonly urls: NodeUrls;
  readonly dispatchers: Dispatchers;
  /** The listener is called when `anvil_reset` has begun another network. */
  onReplaced(listener: () => void): void;
  /** whether a block is on disk before anyone is told of it */
  readonly durable: boolean;
  /** resolves when the node is closed; rejects when it cannot produce blocks any more or its database fails */
  readonly ended: Promise<void>;
  /** Stops producing blocks, lets running requests end, and closes everything in reverse order. */
  close(): Promise<void>;
};

/**
 * Creates every part, in order. Throws a ChainError, HomeError, DirectoryInUseError, PortError, CometError or
 * TlsFilesError; what was opened is closed again, and an existing home stays as it was.
 */
export async function createNode(options: NodeOptions, log: Log): Promise<QordNode> {
  const closers = new CloseStack();
  try {
    return await buildNode(options, log, closers);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function buildNode(options: NodeOptions, log: Log, closers: CloseStack): Promise<QordNode> {
  const { config, home, genesis } = options;
  rejectEqualAddresses(config, genesis.network);
  const plan = await planDriver(config, home, genesis.network);
  const ports = allListeners(config, genesis.network, plan);
  const isNew = !existsSync(home.dataFolder);
  if (isNew) await checkPorts(ports); // before anything is written
  assertChainIsThere(home);
  const onLocked = async () => {
    if (!isNew) await checkPorts(ports); // a node that uses the home uses its ports too
    options.beforeChain?.();
  };
  const nodeId = randomUUID();
  const startAnew: DevelopmentControl['startAnew'] = (wish) => networks.startAnew(wish);
  const mainThread = openMainThread(config, (error) => networks.current.control.faults.note('main thread', error));
  const repeatTo = config.fork['transaction-hash'];
  const first = await openNetwork({ ...options, plan, onLocked, nodeId, startAnew, mainThread, repeatTo }, log);
  const networks = closers.add(new ReplaceableNetwork(first, { ...options, nodeId, mainThread }, log));
  const interfaces = await openInterfaces(first.parts, log, closers).catch((error: unknown) => {
    throw toPortError(error, ports);
  });
  logNetwork(first, log);
  networks.run(interfaces);
  closers.add({ close: () => networks.stop() });
  return {
    get chain() {
      return networks.current.chain;
    },
    get control() {
      return networks.current.control;
    },
    urls: interfaces.urls,
    dispatchers: interfaces.dispatchers,
    onReplaced: (listener) => networks.onReplaced(listener),
    durable: first.durable,
    ended: networks.ended,
    close: () => closers.close(),
  };
}
