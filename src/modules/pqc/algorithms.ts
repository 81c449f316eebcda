import { type MlDsaScheme, mlDsaSchemes, mlDsaSizes, verifyMlDsa } from '@qord/curves/ml-dsa';
import type { WorldState } from '../../state/types.ts';
import { type Algorithm, algorithms } from './records.ts';

/** An algorithm as it is when added. */
export function signatureAlgorithm(name: string, scheme: MlDsaScheme, height: number): Algorithm {
  const { publicKey, privateKey, signature, level } = mlDsaSizes[scheme];
  return {
    name,
    category: 'signature',
    scheme,
    nist_level: level,
    status: 'active',
    public_key_size: publicKey,
    private_key_size: privateKey,
    signature_size: signature,
    added_at_height: height,
    deprecated_at_height: 0,
    accounts: 0,
  };
}

const mlKem1024: Algorithm = {
  name: 'mlkem1024',
  category: 'kem',
  scheme: 'ml-kem-1024',
  nist_level: 5,
  status: 'active',
  public_key_size: 1568,
  private_key_size: 3168,
  signature_size: 1568,
  added_at_height: 0,
  deprecated_at_height: 0,
  accounts: 0,
};

/** The two algorithms every network starts with, unless its genesis names others. */
export function addGenesisAlgorithms(state: WorldState): void {
  if (algorithms.get(state, 1) === undefined)
    algorithms.set(state, signatureAlgorithm('dilithium5', 'ml-dsa-87', 0), 1);
  if (algorithms.get(state, 2) === undefined) algorithms.set(state, mlKem1024, 2);
}

/** Whether the scheme signs, unlike a key encapsulation mechanism. */
export function isSignatureScheme(scheme: string): scheme is MlDsaScheme {
  return mlDsaSchemes.some((known) => known === scheme);
}

/** Whether the signature verifies under the algorithm; a disabled one verifies nothing. */
export function verifies(
  algorithm: Algorithm,
  publicKey: Uint8Array,
  signature: Uint8Array,
  message: Uint8Array,
): boolean {
  const { scheme, status } = algorithm;
  return status !== 'disabled' && isSignatureScheme(scheme) && verifyMlDsa(scheme, publicKey, signature, message);
}
