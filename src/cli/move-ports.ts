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

/**
 * Moves every server to `--port` and the ports above it, but those whose address is a flag. 0: each gets a free one.
 * Throws a CliError, and a ConfigError when two servers then have the same address.
 */
export function movePorts(config: Config, text: string, flags: Readonly<Record<string, string>>): Config {
  const first = Number(text);
  const last = 65_535 - offsets['metrics.address'];
  if (!/^\d+$/.test(text) || first > last)
    throw new CliError('usage', `--port must be an integer from 0 to ${last}, not ${text}`);
  const move = (place: Place, address: ListenAddress): ListenAddress =>
    flags[place] === undefined ? { ...address, port: first === 0 ? 0 : first + offsets[place] } : address;
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
