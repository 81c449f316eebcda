import { keccak256 } from '@qord/curves/keccak';
import { HDKey } from '@scure/bip32';
import {
  entropyToMnemonic,
  generateMnemonic,
  mnemonicToEntropy,
  mnemonicToSeedSync,
  validateMnemonic,
} from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { normalizeMnemonic, usualPath } from '../development-accounts.ts';

/** The path of account i. */
export const derivationPath = (index: number): string => `${usualPath}/${index}`;

/** New English words (BIP-39): 12, 15, 18, 21 or 24. */
export function createMnemonic(words = 12): string {
  return generateMnemonic(wordlist, (words * 32) / 3);
}

/** 12 words that follow from a text: who knows it has the keys. */
export function mnemonicOfText(text: string): string {
  return entropyToMnemonic(keccak256(Buffer.from(text, 'utf8')).subarray(0, 16), wordlist);
}

/** Whether the words are in the English list, in a valid number, and their checksum is right. */
export function isMnemonic(words: string): boolean {
  return validateMnemonic(words, wordlist);
}

/** Private key of account `index`, derived from the words. */
export function privateKeyOfMnemonic(words: string, index: number): Uint8Array {
  return privateKeysOfMnemonic(words, usualPath, [index])[0] ?? new Uint8Array(0);
}

/** Private keys of the accounts with these numbers below a path, derived from the words. Throws a RangeError for one without. */
export function privateKeysOfMnemonic(words: string, path: string, indexes: readonly number[]): readonly Uint8Array[] {
  const parent = HDKey.fromMasterSeed(mnemonicToSeedSync(words)).derive(path);
  return indexes.map((index) => {
    const { privateKey } = parent.deriveChild(index);
    if (privateKey === null) throw new RangeError(`the words have no key at ${path}/${index}`);
    return privateKey;
  });
}

/** A seed of 32 bytes as 24 English words (BIP-39): they spell the bytes themselves, nothing is derived. */
export function wordsOfSeed(seed: Uint8Array): string {
  return entropyToMnemonic(seed, wordlist);
}

/** The 32 bytes that 24 words spell; undefined for other text. */
export function seedOfWords(text: string): Uint8Array | undefined {
  const words = normalizeMnemonic(text);
  const seed = isMnemonic(words) ? mnemonicToEntropy(words, wordlist) : undefined;
  return seed?.length === 32 ? seed : undefined;
}
