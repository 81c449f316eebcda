import type { CommandInput, CommandResult } from '../command.ts';
import { homeOf, requiredArgument } from '../input.ts';
import { confirmDeletion } from '../keys/confirm-deletion.ts';
import { deleteKey, findKey } from '../keys/key-folder.ts';

/** Deletes a key after its name was typed once more, or --yes. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const { keyFolder } = homeOf(input);
  const { name } = findKey(keyFolder, requiredArgument(input, 'name'));
  await confirmDeletion(input, name);
  deleteKey(keyFolder, name);
  return { json: { deleted: name }, text: `deleted ${name}` };
}
