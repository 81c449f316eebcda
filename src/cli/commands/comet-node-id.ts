import { cometHome } from '../../consensus/comet/comet-home.ts';
import { ensureKeyFiles, readNodeId } from '../../consensus/comet/process/key-files.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { homeOf } from '../input.ts';

/** Shows the id of the node; creates its keys when it has none. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const home = cometHome(homeOf(input).folder);
  ensureKeyFiles(home);
  const id = readNodeId(home);
  return { json: { id }, text: id };
}
