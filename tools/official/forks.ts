import type { Fork } from '#qord/kernel/engine.ts';

const forks: Readonly<Record<string, Fork>> = { Cancun: 'cancun', Prague: 'prague', Osaka: 'osaka' };

/** A fork's name in the official tests → ours; undefined for forks that the engine does not support. */
export function forkNamed(name: string): Fork | undefined {
  return forks[name];
}

/** Our name of a fork → the one in the official tests. */
export function forkTitle(fork: Fork): string {
  return `${fork.charAt(0).toUpperCase()}${fork.slice(1)}`;
}

/** Limits of blobs by fork, unless a test file sets them (EIP-7840). */
type BlobRules = { readonly maxPerTransaction: number; readonly baseFeeUpdateFraction: bigint };

const blobRules: Readonly<Record<Fork, BlobRules>> = {
  cancun: { maxPerTransaction: 6, baseFeeUpdateFraction: 3_338_477n }, // EIP-4844
  prague: { maxPerTransaction: 9, baseFeeUpdateFraction: 5_007_716n }, // EIP-7691
  osaka: { maxPerTransaction: 6, baseFeeUpdateFraction: 5_007_716n }, // EIP-7594
};

/** Limits of blobs of a fork. */
export function blobRulesOf(fork: Fork): BlobRules {
  return blobRules[fork];
}

/** EIP-7825: the highest gas limit of a transaction. This chain has no such cap; the official tests of Osaka do. */
export function maxTransactionGas(fork: Fork): bigint {
  return fork === 'osaka' ? 2n ** 24n : 2n ** 64n - 1n;
}
