import * as z from 'zod';
import { readConfig } from '../../config/read-config.ts';
import { cometHome } from '../../consensus/comet/comet-home.ts';
import type { NetworkIdentity } from '../../kernel/module-sdk/signed-text.ts';
import { possessionDigest } from '../../modules/staking/possession.ts';
import type { Address } from '../../primitives/address.ts';
import {
  type ConsensusKeyType,
  consensusPublicKey,
  signWithConsensusKey,
} from '../../primitives/crypto/consensus-key.ts';
import { readGivenFile } from '../../primitives/given-file.ts';
import type { CommandInput } from '../command.ts';
import { CliError } from '../exit-codes.ts';
import { homeOf } from '../input.ts';

type ConsensusKey = { readonly publicKey: Uint8Array; sign(message: Uint8Array): Uint8Array };

const keyFile = z.object({ priv_key: z.object({ type: z.string(), value: z.base64() }) });

const types: Readonly<Record<string, ConsensusKeyType>> = {
  'tendermint/PrivKeyEd25519': 'ed25519',
  'tendermint/PrivKeySecp256k1eth': 'secp256k1eth',
};

/**
 * The key of --validator-key, by default that of the home: `comet/config/priv_validator_key.json`. Throws a CliError.
 */
export function readConsensusKey(input: CommandInput): ConsensusKey {
  const file = input.options['validator-key'] ?? ownKeyFile(input);
  const parsed = keyFile.safeParse(parseJson(file, readText(file)));
  const { type: name = '', value = '' } = parsed.data?.priv_key ?? {};
  const type = types[name];
  if (type === undefined) throw new CliError('key', `${file}: not a consensus key of CometBFT (ed25519, secp256k1eth)`);
  const privateKey = Uint8Array.from(Buffer.from(value, 'base64').subarray(0, 32)); // for ed25519 the public key follows
  if (privateKey.length !== 32) throw new CliError('key', `${file}: the private key is too short`);
  return {
    publicKey: consensusPublicKey(type, privateKey),
    sign: (message) => signWithConsensusKey(type, privateKey, message),
  };
}

/** The file of the key that the node of the home signs with. Throws a CliError when a remote signer does. */
export function ownKeyFile(input: CommandInput): string {
  const { folder, configFile: file } = homeOf(input);
  const { comet } = readConfig({ flags: {}, variables: input.variables, file });
  if (comet['priv-validator-address'] === '') return cometHome(folder).validatorKeyFile;
  const remedy = 'docs/validators.md says how to register a key that is held elsewhere';
  throw new CliError(
    'key',
    `a remote signer holds the key of this validator (comet.priv-validator-address); ${remedy}`,
  );
}

/** The proof for `createValidator` that an operator holds a consensus key. */
export function proofOfPossession(
  { publicKey, sign }: ConsensusKey,
  network: NetworkIdentity,
  operator: Address,
): Uint8Array {
  return sign(possessionDigest(network, operator, publicKey));
}

function readText(file: string): string {
  try {
    return readGivenFile(file).toString('utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliError('key', `cannot read the consensus key ${file}: ${reason}; name its file with --validator-key`);
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CliError('key', `${file}: not JSON`);
  }
}
