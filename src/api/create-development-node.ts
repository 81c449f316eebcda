import { closestMatch } from '../config/closest-match.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Home } from '../config/home.ts';
import { readConfig } from '../config/read-config.ts';
import { settings as knownSettings } from '../config/settings.ts';
import { createNode as createWholeNode, type QordNode } from '../node/create-node.ts';
import { createLog } from '../node/log/create-log.ts';
import { createMemoryHome, removeAbandonedHomes, removeHome } from '../node/memory-home.ts';
import { readStartGenesis } from '../node/start-genesis.ts';
import { prepareSecp256k1 } from '../primitives/crypto/secp256k1.ts';
import { LocalClient } from './local-client.ts';
import type { DevelopmentNode, NodeOptions, Provider } from './types.ts';

/** Everything runs in the thread of the caller: to start another takes longer than what tests execute. */
const withoutThreads = { 'json-rpc.execution-threads': '0', 'consensus.block-thread-memory': '0' };
/** As long as a thread may take by default: nobody else waits for this one. */
const mainThreadMs = 10_000;
const withoutPorts = { 'json-rpc.enable': 'false', 'svm-rpc.enable': 'false', 'explorer.enable': 'false' };

/**
 * Starts a development network in this process, whose chain is removed when it is closed. Several can run beside each
 * other. Rejects with a ConfigError for settings that do not exist, and as `qord start` fails.
 */
export async function createNode({ port, settings = {}, log: write }: NodeOptions = {}): Promise<DevelopmentNode> {
  const home = createMemoryHome();
  const log = createLog({ level: write === undefined ? 'error' : 'info', format: 'text' }, write ?? (() => {}));
  void removeAbandonedHomes((err) => log.warn({ err }, 'an old temporary home stays'));
  try {
    rejectUnknown(Object.keys(settings));
    const set = Object.entries(settings).filter(([, value]) => value !== undefined);
    const given = set.map(([name, value]) => [name, String(value)] as const);
    const places = port === undefined ? withoutPorts : portsFrom(port);
    const flags = { ...withoutThreads, ...places, ...Object.fromEntries(given) };
    const config = readConfig({ flags, variables: {}, file: home.configFile });
    await prepareSecp256k1();
    const genesis = await readStartGenesis(home, 'dev', config);
    return serve(await createWholeNode({ config, home, genesis, mainThreadMs }, log), home);
  } catch (error) {
    removeHome(home);
    throw error;
  }
}

function rejectUnknown(names: readonly string[]): void {
  const known = knownSettings.map(({ flag }) => flag.slice(2));
  const name = names.find((given) => !known.includes(given));
  if (name === undefined) return;
  throw new ConfigError({ code: 'unknown', source: 'settings', name, nearest: closestMatch(name, known) });
}

/** The order of `qord start --port`. */
function portsFrom(port: number): Readonly<Record<string, string>> {
  const at = (offset: number) => `127.0.0.1:${port === 0 ? 0 : port + offset}`;
  return {
    'json-rpc.address': at(0),
    'json-rpc.ws-address': at(1),
    'explorer.address': at(2),
    'svm-rpc.address': at(3),
  };
}

function serve(node: QordNode, home: Home): DevelopmentNode {
  const client = new LocalClient(node.dispatchers);
  node.onReplaced(() => {
    client.endSubscriptions(serviceRestart, 'the network was replaced');
    client.events.emit('connect', { chainId: `0x${node.chain.reader.states.chainId().toString(16)}` });
  });
  node.ended.catch((error: unknown) => client.endSubscriptions(internalError, String(error)));
  const request: DevelopmentNode['request'] = (args) => client.request(args) as Promise<never>; // the caller says what it is
  const provider: Provider = {
    request,
    on: (event, listener) => {
      client.events.on(event, listener);
      return provider;
    },
    removeListener: (event, listener) => {
      client.events.off(event, listener);
      return provider;
    },
  };
  const { urls } = node;
  let closing: Promise<void> | undefined;
  const close = async () => {
    client.close();
    try {
      await node.close();
    } finally {
      removeHome(home);
    }
  };
  return {
    request,
    provider,
    urls,
    accounts: node.control.development?.accounts ?? [],
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** WebSocket close codes (RFC 6455, 7.4.1, and the registry of IANA). */
const internalError = 1011;
const serviceRestart = 1012;
