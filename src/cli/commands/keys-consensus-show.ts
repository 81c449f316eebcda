import { toBech32, zeroAddress } from '../../primitives/address.ts';
import { consensusAddress, consensusKeyType } from '../../primitives/crypto/consensus-key.ts';
import { toHex } from '../../primitives/hex.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { CliError } from '../exit-codes.ts';
import { parseBytes } from '../field-text.ts';
import { parsed } from '../input.ts';
import { readConsensusKey } from '../keys/consensus-key-file.ts';

/** Shows a public consensus key with its address. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const { key } = input.options;
  const publicKey = key === undefined ? readConsensusKey(input).publicKey : parsed(parseBytes, key);
  const type = consensusKeyType(publicKey);
  const address = consensusAddress(publicKey) ?? zeroAddress;
  if (type === undefined || address === zeroAddress) {
    throw new CliError('usage', 'a consensus key has 32 bytes (ed25519) or 33 bytes (secp256k1)');
  }
  const json = { type, key: toHex(publicKey), address, qorvalcons: toBech32(address, 'qorvalcons') };
  const text = [`type     ${type}`, `key      ${json.key}`, `address  ${address}`, `         ${json.qorvalcons}`];
  return { json, text: text.join('\n') };
}
