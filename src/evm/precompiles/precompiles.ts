import type { Fork, NativeContracts } from '../../kernel/engine.ts';
import { blake2f } from './blake2f.ts';
import { bls12381 } from './bls12-381.ts';
import { bn254 } from './bn254.ts';
import { ecrecover } from './ecrecover.ts';
import { hashes } from './hashes.ts';
import { modexp, modexpOfOsaka } from './modexp.ts';
import { p256Verify } from './p256-verify.ts';
import { pointEvaluation } from './point-evaluation.ts';
import { type Numbered, toNativeContracts } from './precompile.ts';

const cancun: Numbered = [
  [0x01, ecrecover],
  ...hashes,
  [0x05, modexp],
  ...bn254,
  [0x09, blake2f],
  [0x0a, pointEvaluation],
];

/** EIP-7823, EIP-7883 and EIP-7951 */
const changedByOsaka: Numbered = [
  [0x05, modexpOfOsaka],
  [0x100, p256Verify],
];

const byFork: Readonly<Record<Fork, NativeContracts>> = {
  cancun: toNativeContracts(cancun),
  prague: toNativeContracts([...cancun, ...bls12381]),
  osaka: toNativeContracts([...cancun, ...bls12381, ...changedByOsaka]),
};

/** The precompiles of a fork. */
export function precompiles(fork: Fork): NativeContracts {
  return byFork[fork];
}
