import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, bech32 } from '@scure/base';
import type { Hex } from '../node/types.ts';

/**
 * Spellings of accounts, and of transaction hashes on the SVM interface. Prefixes and padding: see the node's
 * address.ts.
 */

const encoder = new TextEncoder();

/** Bytes → `0x…` in lower case */
export function hexOf(bytes: Uint8Array): Hex {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** `0x…` → bytes; the text must be whole bytes of hex. */
function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** `0x…` → with the checksum in its case (EIP-55). */
export function toChecksum(address: string): Hex {
  const known = checksums.get(address);
  if (known !== undefined) return known;
  if (checksums.size >= maxChecksums) checksums.clear();
  const checksum = withChecksum(address);
  checksums.set(address, checksum);
  return checksum;
}

/** Lists show the same accounts again and again, and each takes a hash. */
const checksums = new Map<string, Hex>();
const maxChecksums = 5_000;

function withChecksum(address: string): Hex {
  const digits = address.slice(2).toLowerCase();
  const hash = hexOf(keccak_256(encoder.encode(digits))).slice(2);
  const cased = Array.from(digits, (digit, at) =>
    Number.parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${cased.join('')}`;
}

/** `0x…` address → `qor1…`, or another prefix for validators */
export function toBech32(address: string, prefix = 'qor'): string {
  return bech32.encodeFromBytes(prefix, bytesOf(address));
}

/** base58 of the 20 bytes and 12 zeros. */
export function toBase58(address: string): string {
  const key = new Uint8Array(32);
  key.set(bytesOf(address));
  return base58.encode(key);
}

/** `qor1…`, `qorvaloper1…`, `qorvalcons1…` → `0x…` and the prefix; undefined on a wrong checksum or length. */
export function fromBech32(text: string): { readonly prefix: string; readonly address: Hex } | undefined {
  try {
    const { prefix, bytes } = bech32.decodeToBytes(text);
    return bytes.length === 20 && prefix.startsWith('qor') ? { prefix, address: hexOf(bytes) } : undefined;
  } catch {
    return undefined;
  }
}

/** Base58 → bytes; undefined when it is none. At most the 88 characters of a signature: base58 is quadratic. */
export function fromBase58(text: string): Uint8Array | undefined {
  if (text.length > 88) return undefined;
  try {
    return base58.decode(text);
  } catch {
    return undefined;
  }
}

/** 32-byte SVM key → `0x…`; undefined when its last 12 bytes are not zero. */
function fromSvmKey(key: Uint8Array): Hex | undefined {
  return key.length === 32 && key.subarray(20).every((byte) => byte === 0) ? hexOf(key.subarray(0, 20)) : undefined;
}

/** Letters of one case have no checksum; with both, a mistyped digit shows (EIP-55). */
function hasRightCase(address: string): boolean {
  const digits = address.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true;
  return toChecksum(`0x${digits.toLowerCase()}`).slice(2) === digits;
}

/** An account in any spelling → `0x…` in lower case; undefined for everything else. */
export function parseAccount(text: string): Hex | undefined {
  const trimmed = text.trim();
  if (/^0x[\da-f]{40}$/i.test(trimmed))
    return hasRightCase(trimmed) ? `0x${trimmed.slice(2).toLowerCase()}` : undefined;
  if (/^qor\w*1/i.test(trimmed)) return fromBech32(trimmed.toLowerCase())?.address;
  const key = trimmed.length >= 32 && trimmed.length <= 44 ? fromBase58(trimmed) : undefined;
  return key === undefined ? undefined : fromSvmKey(key);
}

/** Transaction hash → its signature on the SVM interface: the hash and its SHA-256, in base58. */
export function signatureOf(hash: string): string {
  const bytes = bytesOf(hash);
  const signature = new Uint8Array(64);
  signature.set(bytes);
  signature.set(sha256(bytes), 32);
  return base58.encode(signature);
}

/** Signature in base58 → transaction hash; undefined when it is not one of this chain. */
export function hashOfSignature(text: string): Hex | undefined {
  const bytes = fromBase58(text.trim());
  if (bytes?.length !== 64) return undefined;
  const hash = hexOf(bytes.subarray(0, 32));
  return signatureOf(hash) === text.trim() ? hash : undefined;
}

/** `0xf39F…2266`: an id shortened in the middle. */
export function shortened(id: string, kept = 4): string {
  const start = /^(0x|qor\w*1)/.exec(id)?.[0].length ?? 0;
  return id.length <= start + 2 * kept + 1 ? id : `${id.slice(0, start + kept)}…${id.slice(-kept)}`;
}
