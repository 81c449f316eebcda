import { possessionDigest } from '../../modules/staking/possession.ts';
import { toHex } from '../../primitives/hex.ts';
import { openClient, quantitySchema } from '../client.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { CliError } from '../exit-codes.ts';
import { parseBytes } from '../field-text.ts';
import { accountOf, parsed, requiredArgument } from '../input.ts';
import { proofOfPossession, readConsensusKey } from '../keys/consensus-key-file.ts';

/** Signs the proof with the key of a file, or prints the message that a key kept elsewhere has to sign. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const operator = accountOf(requiredArgument(input, 'operator'));
  const chainId = await chainIdOf(input);
  if (input.options.key === undefined) {
    const found = readConsensusKey(input);
    const json = { key: toHex(found.publicKey), proof: toHex(proofOfPossession(found, chainId, operator)) };
    return { json, text: `--key ${json.key} --proof ${json.proof}` };
  }
  const publicKey = parsed(parseBytes, input.options.key);
  const json = { key: toHex(publicKey), digest: toHex(possessionDigest(chainId, operator, publicKey)) };
  return { json, text: json.digest };
}

async function chainIdOf(input: CommandInput): Promise<bigint> {
  const text = input.options['chain-id'];
  if (text === undefined) return openClient(input).call('eth_chainId', [], quantitySchema);
  if (/^\d{1,15}$/.test(text)) return BigInt(text);
  throw new CliError('usage', `--chain-id must be a whole number, not ${text}`);
}
