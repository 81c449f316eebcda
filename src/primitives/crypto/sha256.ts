import { hash } from 'node:crypto';

/** SHA-256, 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  // as text: a short one is made faster than a Buffer
  return Uint8Array.from(Buffer.from(hash('sha256', bytes, 'binary'), 'binary'));
}
