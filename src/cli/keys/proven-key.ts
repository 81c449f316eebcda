import { addressOfPrivateKey } from '../../primitives/crypto/secp256k1.ts';
import { toHex } from '../../primitives/hex.ts';
import { networkOf, openClient } from '../client.ts';
import type { CommandInput } from '../command.ts';
import { homeOf } from '../input.ts';
import { proofOfPossession, readConsensusKey } from './consensus-key-file.ts';
import { developmentKey, findKey } from './key-folder.ts';

/** The consensus key of the file, and the proof that the account of --from holds it on the chain of the node. */
export async function provenKey(input: CommandInput): Promise<{ readonly key: string; readonly proof: string }> {
  const { from = '' } = input.options;
  const known = developmentKey(from);
  const operator = known === undefined ? findKey(homeOf(input).keyFolder, from).address : addressOfPrivateKey(known);
  const found = readConsensusKey(input);
  const network = await networkOf(openClient(input));
  return { key: toHex(found.publicKey), proof: toHex(proofOfPossession(found, network, operator)) };
}
