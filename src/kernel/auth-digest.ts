import { bigintToFixedBytes, joinBytes } from '../primitives/bytes.ts';
import { sha256 } from '../primitives/crypto/sha256.ts';

/**
 * What a key signs for a relayer to execute: SHA-256 of the domain tag, each field behind its length in 8 bytes,
 * and the nonce in 8 bytes; all big-endian. Text is UTF-8.
 */
export function authDigest(tag: string, fields: readonly (string | Uint8Array)[], nonce: bigint): Uint8Array {
  const encoder = new TextEncoder();
  const parts = fields.flatMap((field) => {
    const bytes = typeof field === 'string' ? encoder.encode(field) : field;
    return [bigintToFixedBytes(BigInt(bytes.length), 8), bytes];
  });
  return sha256(joinBytes([encoder.encode(tag), ...parts, bigintToFixedBytes(nonce, 8)]));
}
