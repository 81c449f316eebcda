import type { CommandInput, Report } from '../command.ts';
import { argumentOf, homeOf } from '../input.ts';
import { findPqcKey } from '../keys/pqc-folder.ts';
import { describePqcKey } from '../keys/pqc-report.ts';

/** Prints a whole public key, so that another command can take it. */
export async function run(input: CommandInput): Promise<Report> {
  const key = describePqcKey(findPqcKey(homeOf(input).pqcKeyFolder, argumentOf(input, 'name')));
  return { json: key, text: key.publicKey };
}
