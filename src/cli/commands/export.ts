import { exportHome } from '../../node/export-home.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { homeOf } from '../input.ts';

/** Prints the newest state as a genesis document. */
export async function run(input: CommandInput): Promise<CommandResult> {
  return { parts: (indent) => exportHome(homeOf(input), indent) };
}
