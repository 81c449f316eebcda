import type { NetworkIdentity } from '../../kernel/module-sdk/signed-text.ts';
import { possessionDigest } from '../../modules/staking/possession.ts';
import { asHash } from '../../primitives/hash.ts';
import { toHex } from '../../primitives/hex.ts';
import { networkOf, openClient } from '../client.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { CliError } from '../exit-codes.ts';
import { parseBytes } from '../field-text.ts';
import { accountOf, parsed, requiredArgument } from '../input.ts';
import { proofOfPossession, readConsensusKey } from '../keys/consensus-key-file.ts';

/** Signs the proof with the key of a file, or prints the message that a key kept elsewhere has to sign. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const operator = accountOf(requiredArgument(input, 'operator'));
  const network = await statedNetwork(input);
  if (input.options.key === undefined) {
    const found = readConsensusKey(input);
    const json = { key: toHex(found.publicKey), proof: toHex(proofOfPossession(found, network, operator)) };
    return { json, text: `--key ${json.key} --proof ${json.proof}` };
  }
  const publicKey = parsed(parseBytes, input.options.key);
  const json = { key: toHex(publicKey), digest: toHex(possessionDigest(network, operator, publicKey)) };
  return { json, text: json.digest };
}

/** The network of the node, unless the options name one. */
async function statedNetwork(input: CommandInput): Promise<NetworkIdentity> {
  const { 'chain-id': id, 'genesis-hash': hash } = input.options;
  if (id === undefined && hash === undefined) return await networkOf(openClient(input));
  if (id === undefined || hash === undefined)
    throw new CliError('usage', '--chain-id and --genesis-hash name a network together');
  if (!/^\d{1,15}$/.test(id)) throw new CliError('usage', `--chain-id must be a whole number, not ${id}`);
  const genesisHash = asHash(hash);
  if (genesisHash === undefined)
    throw new CliError('usage', `--genesis-hash must be 0x and 64 hex digits, not ${hash.slice(0, 80)}`);
  return { chainId: BigInt(id), genesisHash };
}
