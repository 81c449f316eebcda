import { signMlDsa } from '@qord/curves/ml-dsa';
import { fromHex } from '../../primitives/hex.ts';
import type { CommandInput } from '../command.ts';
import { homeOf } from '../input.ts';
import { pqcPassword } from './password.ts';
import { findPqcKey } from './pqc-folder.ts';
import { openPqcKey } from './pqc-keystore.ts';

/** A post-quantum key that is ready to sign. */
export type PqcKeySigner = {
  readonly name: string;
  readonly publicKey: Uint8Array;
  sign(digest: Uint8Array): Uint8Array;
};

/** The key that --pqc-key names, once its password is known; undefined without the option. Throws a CliError. */
export async function pqcSignerOf(input: CommandInput): Promise<PqcKeySigner | undefined> {
  const wanted = input.options['pqc-key'];
  if (wanted === undefined) return undefined;
  const { name, keystore } = findPqcKey(homeOf(input).pqcKeyFolder, wanted);
  const privateKey = openPqcKey(keystore, await pqcPassword(input, name));
  return {
    name,
    publicKey: fromHex(keystore.publicKey),
    sign: (digest) => signMlDsa(keystore.scheme, privateKey, digest),
  };
}
