import type { Config } from '../config/config.ts';
import { rejectEqualAddresses } from '../config/read-config.ts';
import type { ListenAddress } from '../primitives/settings.ts';
import { CliError } from './exit-codes.ts';

/** Distances from the first port: the default ports in their order, and the port of SVM subscriptions above 3. */
const offsets = {
  'json-rpc.address': 0,
  'json-rpc.ws-address': 1,
  'explorer.address': 2,
  'svm-rpc.address': 3,
  'metrics.address': 5,
};

type Place = keyof typeof offsets;

/** Where the servers are wanted; undefined: as they are configured. */
type Wanted = {
  /** the first port, the others are above it; 0: each gets a free one */
  readonly port: string | undefined;
  /** address of all servers but the metrics */
  readonly host: string | undefined;
};

/**
 * Moves every server to `--port` and the ports above it, and to `--host`, but those whose address is a flag. Throws a
 * CliError, and a ConfigError when two servers then have the same address.
 */
export function movePorts(config: Config, wanted: Wanted, flags: Readonly<Record<string, string>>): Config {
  const first = wanted.port === undefined ? undefined : parsePort(wanted.port);
  if (wanted.host !== undefined && !/^[\w.:-]+$/.test(wanted.host))
    throw new CliError('usage', `--host must be an address of this machine, not ${wanted.host}`);
  const move = (place: Place, address: ListenAddress): ListenAddress => {
    if (flags[place] !== undefined) return address;
    const host = (place === 'metrics.address' ? undefined : wanted.host) ?? address.host;
    return { host, port: first === undefined ? address.port : first === 0 ? 0 : first + offsets[place] };
  };
  const { 'json-rpc': evm, 'svm-rpc': svm, explorer, metrics } = config;
  const moved: Config = {
    ...config,
    'json-rpc': {
      ...evm,
      address: move('json-rpc.address', evm.address),
      'ws-address': move('json-rpc.ws-address', evm['ws-address']),
    },
    'svm-rpc': { ...svm, address: move('svm-rpc.address', svm.address) },
    explorer: { ...explorer, address: move('explorer.address', explorer.address) },
    metrics: { ...metrics, address: move('metrics.address', metrics.address) },
  };
  rejectEqualAddresses(moved);
  return moved;
}

function parsePort(text: string): number {
  const port = Number(text);
  const last = 65_535 - offsets['metrics.address'];
  if (/^\d+$/.test(text) && port <= last) return port;
  throw new CliError('usage', `--port must be an integer from 0 to ${last}, not ${text}`);
}
