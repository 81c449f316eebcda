import type { CommandInput, CommandResult } from '../command.ts';
import { homeOf, requiredArgument } from '../input.ts';
import { confirmDeletion } from '../keys/confirm-deletion.ts';
import { deleteKey } from '../keys/key-folder.ts';
import { findPqcKey } from '../keys/pqc-folder.ts';

/** Deletes a post-quantum key after its name was typed once more, or --yes. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const { pqcKeyFolder } = homeOf(input);
  const { name } = findPqcKey(pqcKeyFolder, requiredArgument(input, 'name'));
  await confirmDeletion(input, name);
  deleteKey(pqcKeyFolder, name);
  return { json: { deleted: name }, text: `deleted ${name}` };
}
