import { HDKey } from '@scure/bip32';
import {
  entropyToMnemonic,
  generateMnemonic,
  mnemonicToEntropy,
  mnemonicToSeedSync,
  validateMnemonic,
} from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

/** The path of account i that MetaMask and most wallets use (BIP-44, coin type 60). */
export const derivationPath = (index: number): string => `m/44'/60'/0'/0/${index}`;

/** 12 new English words (BIP-39, 128 bits). */
export function createMnemonic(): string {
  return generateMnemonic(wordlist, 128);
}

/** Normalises to lower case and single spaces. */
export function normalizeMnemonic(text: string): string {
  return text.trim().toLowerCase().split(/\s+/).join(' ');
}

/** Whether the words are in the English list, in a valid number, and their checksum is right. */
export function isMnemonic(words: string): boolean {
  return validateMnemonic(words, wordlist);
}

/** Private key of account `index`, derived from the words. */
export function privateKeyOfMnemonic(words: string, index: number): Uint8Array {
  const { privateKey } = HDKey.fromMasterSeed(mnemonicToSeedSync(words)).derive(derivationPath(index));
  if (privateKey === null) throw new RangeError(`the words have no key at ${derivationPath(index)}`);
  return privateKey;
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
