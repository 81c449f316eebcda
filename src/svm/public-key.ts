import { base58 } from '@scure/base';
import { GenerationalCache } from '../primitives/generational-cache.ts';

/** Why a text is no 32-byte key or 64-byte signature, in the word SVM clients test for. */
export type KeyFault = 'WrongSize' | 'Invalid';

/** A text that should have been a key or a signature. */
export class KeyFormatError extends Error {
  override name = 'KeyFormatError';
  readonly fault: KeyFault;
  constructor(fault: KeyFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Longest base58 spelling of 32 bytes. */
const maxKeyDigits = 44;

/**
 * Base58 → the bytes it stands for. Throws a KeyFormatError: 'WrongSize' when the text is longer than `maxDigits`
 * or stands for another number of bytes, 'Invalid' when it is not base58.
 */
export function decodeFixedBase58(text: string, bytes: number, maxDigits: number): Uint8Array {
  if (text.length > maxDigits) throw new KeyFormatError('WrongSize');
  const decoded = decodeOrUndefined(text);
  if (decoded === undefined) throw new KeyFormatError('Invalid');
  if (decoded.length !== bytes) throw new KeyFormatError('WrongSize');
  return decoded;
}

/** The conversion costs more than most reads, and clients ask for the same accounts again and again. */
const knownKeys = new GenerationalCache<string, Uint8Array>(2_000, () => 1);

/** Base58 of exactly 32 bytes → the key, which is not to be changed. Throws a KeyFormatError. */
export function parsePublicKey(text: string): Uint8Array {
  const known = knownKeys.get(text);
  if (known !== undefined) return known;
  const key = decodeFixedBase58(text, 32, maxKeyDigits);
  knownKeys.set(text, key);
  return key;
}

function decodeOrUndefined(text: string): Uint8Array | undefined {
  try {
    return base58.decode(text);
  } catch {
    return undefined;
  }
}
