import { existsSync, writeFileSync } from 'node:fs';
import { formatGenesis } from '../../chain/genesis/format-genesis.ts';
import { genesisTemplate, type NetworkName, readGenesisFile } from '../../node/genesis-file.ts';
import { withHomeErrors } from '../../node/home-error.ts';
import { rejectDevelopmentAccounts } from '../../node/reject-development-accounts.ts';
import { readNewGenesis } from '../../node/start-genesis.ts';
import { writeHome } from '../../node/write-home.ts';
import { presentSeconds } from '../../primitives/time.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { CliError } from '../exit-codes.ts';
import { homeOf } from '../input.ts';
import { networkOf } from '../network.ts';

/** Writes configuration and genesis of a new node. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const home = homeOf(input);
  const network = networkOf(input);
  const template = input.options['genesis-template'];
  if (template !== undefined) return writeTemplate(template, network ?? 'dev');
  if (existsSync(home.genesisFile)) {
    throw new CliError(
      'config',
      `${home.genesisFile} exists already: pass another --home, or delete the folder to start over`,
    );
  }
  const { genesis: file } = input.options;
  const genesis = file === undefined ? await readNewGenesis(home, network) : readGenesisFile(file, network);
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

async function writeTemplate(file: string, network: NetworkName): Promise<CommandResult> {
  if (existsSync(file)) throw new CliError('config', `${file} exists already: name another file, or delete it`);
  const genesis = await genesisTemplate(network, presentSeconds());
  withHomeErrors(file, () => writeFileSync(file, formatGenesis(genesis), { flag: 'wx' }));
  const text = [
    `wrote ${file}`,
    'add accounts to alloc, and validators and delegations to modules.staking',
    `then: qord init --network ${network} --genesis ${file}`,
  ];
  return { json: { network, chainId: genesis.chainId, genesis: file }, text: text.join('\n') };
}
