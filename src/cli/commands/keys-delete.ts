import type { CommandInput, Report } from '../command.ts';
import { CliError } from '../exit-codes.ts';
import { argumentOf, homeOf } from '../input.ts';
import { deleteKey, findKey } from '../keys/key-folder.ts';

/** Deletes a key after its name was typed once more, or --yes. */
export async function run(input: CommandInput): Promise<Report> {
  const { keyFolder } = homeOf(input);
  const { name } = findKey(keyFolder, argumentOf(input, 'name'));
  if (!input.switches.has('yes')) await confirm(input, name);
  deleteKey(keyFolder, name);
  return { json: { deleted: name }, text: `deleted ${name}` };
}

async function confirm({ terminal }: CommandInput, name: string): Promise<void> {
  if (!terminal.isInteractive) throw new CliError('usage', 'no terminal to ask whether to delete: pass --yes');
  const answer = await terminal.ask(`Without its recovery words the key is lost. Type ${name} to delete it: `);
  if (answer.trim() !== name) throw new CliError('failure', `not deleted: ${name} was not typed`);
}
