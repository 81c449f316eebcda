import { join } from 'node:path';

/** Everything of CometBFT in the home of a node. */
export type CometHome = {
  readonly folder: string;
  readonly configFile: string;
  readonly genesisFile: string;
  readonly nodeKeyFile: string;
  readonly validatorKeyFile: string;
  readonly addressBookFile: string;
  readonly dataFolder: string;
  /** what the validator signed last: restoring an older copy can make it sign twice */
  readonly validatorStateFile: string;
  /** unix sockets, in a folder that only the user can enter */
  readonly abciSocket: string;
  readonly rpcSocket: string;
};

/** `home`: the home folder of the node. Nothing is created. */
export function cometHome(home: string): CometHome {
  const folder = join(home, 'comet');
  const inFolder = (...parts: string[]) => join(folder, ...parts);
  return {
    folder,
    configFile: inFolder('config', 'config.toml'),
    genesisFile: inFolder('config', 'genesis.json'),
    nodeKeyFile: inFolder('config', 'node_key.json'),
    validatorKeyFile: inFolder('config', 'priv_validator_key.json'),
    addressBookFile: inFolder('config', 'addrbook.json'),
    dataFolder: inFolder('data'),
    validatorStateFile: inFolder('data', 'priv_validator_state.json'),
    abciSocket: inFolder('run', 'abci.sock'),
    rpcSocket: inFolder('run', 'rpc.sock'),
  };
}
