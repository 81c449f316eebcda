import type { CommandInput } from '../command.ts';
import { CliError } from '../exit-codes.ts';

/** Lets a person type a word, such as the name of the key, unless --yes was given. Throws a CliError otherwise. */
export async function confirmDeletion(
  { switches, terminal }: CommandInput,
  name: string,
  question = `Without its recovery words the key is lost. Type ${name} to delete it: `,
): Promise<void> {
  if (switches.has('yes')) return;
  if (!terminal.isInteractive) throw new CliError('usage', 'no terminal to confirm the deletion: pass --yes');
  const answer = await terminal.ask(question);
  if (answer.trim() !== name) throw new CliError('failure', `not deleted: ${name} was not typed`);
}
