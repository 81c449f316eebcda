import type { CommandInput, CommandResult } from '../command.ts';
import { homeOf, requiredArgument } from '../input.ts';
import { findPqcKey } from '../keys/pqc-folder.ts';
import { describePqcKey } from '../keys/pqc-report.ts';

/** Prints a whole public key, so that another command can take it. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const key = describePqcKey(findPqcKey(homeOf(input).pqcKeyFolder, requiredArgument(input, 'name')));
  return { json: key, text: key.publicKey };
}
