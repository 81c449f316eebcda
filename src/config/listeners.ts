import { isExplorerEnabled } from '../explorer/options.ts';
import type { ListenAddress } from '../primitives/settings.ts';
import type { Config } from './config.ts';

/** An address a node will listen on, with the name of its key. */
export type Listener = { readonly name: string; readonly address: ListenAddress };

/** Every address that is switched on. `network`: of the chain, where it is known; some defaults depend on it. */
export function listeners(config: Config, network?: string): readonly Listener[] {
  const { 'json-rpc': evm, 'svm-rpc': svm, explorer, metrics } = config;
  return [
    { enable: evm.enable, name: '[json-rpc] address', address: evm.address },
    { enable: evm.enable, name: '[json-rpc] ws-address', address: evm['ws-address'] },
    { enable: svm.enable, name: '[svm-rpc] address', address: svm.address },
    { enable: svm.enable, name: '[svm-rpc] address (port above)', address: portAbove(svm.address) },
    { enable: isExplorerEnabled(explorer, network), name: '[explorer] address', address: explorer.address },
    { enable: metrics.enable, name: '[metrics] address', address: metrics.address },
  ].filter(({ enable }) => enable);
}

/** Where the SVM interface's subscriptions listen: clients expect them right above the reads. */
function portAbove({ host, port }: ListenAddress): ListenAddress {
  return { host, port: port === 0 ? 0 : port + 1 };
}
