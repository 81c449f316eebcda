import type { CommandInput, CommandResult } from '../command.ts';
import { homeOf } from '../input.ts';
import { listKeys } from '../keys/key-folder.ts';
import { describeKey, keyText } from '../keys/key-report.ts';

/** Lists the stored keys. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const { keyFolder } = homeOf(input);
  const keys = listKeys(keyFolder).map(({ name, address }) => describeKey(name, address));
  const text =
    keys.length === 0 ? `no keys in ${keyFolder}; make one: qord keys add <name>` : keys.map(keyText).join('\n');
  return { json: keys, text };
}
