import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cometHome } from '../../consensus/comet/comet-home.ts';
import { withHomeErrors } from '../../node/home-error.ts';
import { lockDirectory } from '../../store/directory-lock.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { CliError } from '../exit-codes.ts';
import { homeOf } from '../input.ts';
import { confirmDeletion } from '../keys/confirm-deletion.ts';

/** Deletes the blocks of a node; keeps its keys and what its validator has signed. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const home = homeOf(input);
  const comet = cometHome(home.folder);
  if (!existsSync(comet.genesisFile)) {
    throw new CliError('config', `${comet.folder} has no chain of CometBFT: this node has no peers to sync from`);
  }
  const question = 'The blocks of this node are deleted; it gets them again from its peers. Type reset to continue: ';
  await confirmDeletion(input, 'reset', question);
  if (existsSync(home.dataFolder)) await lockDirectory(home.dataFolder).release(); // throws while the node runs
  // also records of other chains (`process/genesis-of-home.ts`)
  const isRecord = (name: string) => name.startsWith(basename(comet.validatorStateFile, '.json'));
  const cometData = namesIn(comet.dataFolder).filter((name) => !isRecord(name));
  const paths = [
    ...cometData.map((name) => join(comet.dataFolder, name)),
    comet.addressBookFile,
    home.dataFolder,
    home.chainFile,
  ];
  for (const path of paths) withHomeErrors(path, () => rmSync(path, { recursive: true, force: true }));
  return { json: { deleted: paths }, text: 'deleted the blocks of this node: it gets them again from its peers' };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // it was never started
  }
}
