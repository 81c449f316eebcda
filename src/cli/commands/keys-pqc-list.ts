import type { CommandInput, CommandResult } from '../command.ts';
import { homeOf } from '../input.ts';
import { listPqcKeys } from '../keys/pqc-folder.ts';
import { describePqcKey, pqcKeyText } from '../keys/pqc-report.ts';

/** Lists the stored post-quantum keys. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const { pqcKeyFolder } = homeOf(input);
  const keys = listPqcKeys(pqcKeyFolder).map(describePqcKey);
  const none = `no post-quantum keys in ${pqcKeyFolder}; make one: qord keys pqc add <name>`;
  return { json: keys, text: keys.length === 0 ? none : keys.map(pqcKeyText).join('\n') };
}
