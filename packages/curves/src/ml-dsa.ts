import { ml_dsa44, ml_dsa65, ml_dsa87 } from '@noble/post-quantum/ml-dsa.js';
import { isMlDsaSignature, type VerificationParameters } from './ml-dsa-verification.ts';

/** Post-quantum signatures of FIPS 204, pure mode with an empty context. */
const schemes = { 'ml-dsa-44': ml_dsa44, 'ml-dsa-65': ml_dsa65, 'ml-dsa-87': ml_dsa87 } as const;

export const mlDsaSchemes = ['ml-dsa-44', 'ml-dsa-65', 'ml-dsa-87'] as const;
export type MlDsaScheme = (typeof mlDsaSchemes)[number];

/** Lengths in bytes, and the security category of NIST. */
export const mlDsaSizes: Readonly<Record<MlDsaScheme, MlDsaSizes>> = {
  'ml-dsa-44': { publicKey: 1312, privateKey: 2560, signature: 2420, level: 2 },
  'ml-dsa-65': { publicKey: 1952, privateKey: 4032, signature: 3309, level: 3 },
  'ml-dsa-87': { publicKey: 2592, privateKey: 4896, signature: 4627, level: 5 },
};
type MlDsaSizes = {
  readonly publicKey: number;
  readonly privateKey: number;
  readonly signature: number;
  readonly level: number;
};

/** FIPS 204, table 1. */
const parameters: Readonly<Record<MlDsaScheme, VerificationParameters>> = {
  'ml-dsa-44': { rows: 4, columns: 4, seedBytes: 32, weight: 39, responseMargin: 78, responseBits: 18, maxHints: 80 },
  'ml-dsa-65': { rows: 6, columns: 5, seedBytes: 48, weight: 49, responseMargin: 196, responseBits: 20, maxHints: 55 },
  'ml-dsa-87': { rows: 8, columns: 7, seedBytes: 64, weight: 60, responseMargin: 120, responseBits: 20, maxHints: 75 },
};

/** Whether the signature of the message is valid; false for keys and signatures of a wrong length. */
export function verifyMlDsa(
  scheme: MlDsaScheme,
  publicKey: Uint8Array,
  signature: Uint8Array,
  message: Uint8Array,
): boolean {
  const sizes = mlDsaSizes[scheme];
  if (publicKey.length !== sizes.publicKey || signature.length !== sizes.signature) return false;
  return isMlDsaSignature(parameters[scheme], publicKey, signature, message);
}

/** Signs deterministically (FIPS 204 §3.4): the same message has the same signature. */
export function signMlDsa(scheme: MlDsaScheme, privateKey: Uint8Array, message: Uint8Array): Uint8Array {
  return schemes[scheme].sign(message, privateKey, { extraEntropy: false });
}

/** 32 bytes of seed → key pair. */
export function mlDsaKeys(scheme: MlDsaScheme, seed: Uint8Array): { publicKey: Uint8Array; privateKey: Uint8Array } {
  const { publicKey, secretKey } = schemes[scheme].keygen(seed);
  return { publicKey, privateKey: secretKey };
}
