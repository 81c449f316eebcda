import type { CommandInput, Report } from '../command.ts';
import { argumentOf, homeOf } from '../input.ts';
import { confirmDeletion } from '../keys/confirm-deletion.ts';
import { deleteKey, findKey } from '../keys/key-folder.ts';

/** Deletes a key after its name was typed once more, or --yes. */
export async function run(input: CommandInput): Promise<Report> {
  const { keyFolder } = homeOf(input);
  const { name } = findKey(keyFolder, argumentOf(input, 'name'));
  await confirmDeletion(input, name);
  deleteKey(keyFolder, name);
  return { json: { deleted: name }, text: `deleted ${name}` };
}
