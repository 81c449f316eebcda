import { hash } from 'node:crypto';

/** SHA-256, 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  // as text, which is faster than a Buffer for short input
  return Uint8Array.from(Buffer.from(hash('sha256', bytes, 'binary'), 'binary'));
}
