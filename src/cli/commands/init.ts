import { existsSync } from 'node:fs';
import { readGenesisFile, readHomeGenesis } from '../../node/genesis-file.ts';
import { rejectDevelopmentAccounts } from '../../node/reject-development-accounts.ts';
import { writeHome } from '../../node/write-home.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { CliError } from '../exit-codes.ts';
import { homeOf } from '../input.ts';
import { networkOf } from '../network.ts';

/** Writes configuration and genesis of a new node. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const home = homeOf(input);
  const network = networkOf(input);
  if (existsSync(home.genesisFile)) {
    throw new CliError(
      'config',
      `${home.genesisFile} exists already: pass another --home, or delete the folder to start over`,
    );
  }
  const { genesis: file } = input.options;
  const genesis = file === undefined ? readHomeGenesis(home, network) : readGenesisFile(file, network);
  rejectDevelopmentAccounts(genesis, { ...home, genesisFile: file ?? home.genesisFile }, []);
  const peers = input.options['persistent-peers'];
  writeHome(home, genesis, peers === undefined ? {} : { 'comet.persistent-peers': peers });
  const json = {
    home: home.folder,
    network: genesis.network,
    chainId: genesis.chainId,
    config: home.configFile,
    genesis: home.genesisFile,
  };
  const text = [`wrote ${home.configFile}`, `wrote ${home.genesisFile}`, 'start the node: qord start'];
  return { json, text: text.join('\n') };
}
