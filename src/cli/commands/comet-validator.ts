import { cometHome } from '../../consensus/comet/comet-home.ts';
import { ensureKeyFiles, readValidatorKey } from '../../consensus/comet/process/key-files.ts';
import { parseAddress, toBech32 } from '../../primitives/address.ts';
import { toHex } from '../../primitives/hex.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { homeOf } from '../input.ts';
import { ownKeyFile } from '../keys/consensus-key-file.ts';

/** Shows the public key of the validator; creates the keys when there are none. */
export async function run(input: CommandInput): Promise<CommandResult> {
  ownKeyFile(input); // there is one
  const home = cometHome(homeOf(input).folder);
  ensureKeyFiles(home);
  const { type, bytes, address: digits } = readValidatorKey(home);
  const address = parseAddress(`0x${digits}`);
  const text = [`key      ${toHex(bytes)} (${type})`, `address  ${address}  ${toBech32(address)}`];
  return { json: { type, key: toHex(bytes), address }, text: text.join('\n') };
}
