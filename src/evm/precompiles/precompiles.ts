import type { Fork, NativeContracts } from '../../kernel/engine.ts';
import { blake2f } from './blake2f.ts';
import { blsG1Add } from './bls-g1-add.ts';
import { blsG1Msm } from './bls-g1-msm.ts';
import { blsG2Add } from './bls-g2-add.ts';
import { blsG2Msm } from './bls-g2-msm.ts';
import { blsMapG1 } from './bls-map-g1.ts';
import { blsMapG2 } from './bls-map-g2.ts';
import { blsPairing } from './bls-pairing.ts';
import { bn254Add } from './bn254-add.ts';
import { bn254Mul } from './bn254-mul.ts';
import { bn254Pairing } from './bn254-pairing.ts';
import { ecrecover } from './ecrecover.ts';
import { identity } from './identity.ts';
import { modexp, modexpOfOsaka } from './modexp.ts';
import { p256Verify } from './p256-verify.ts';
import { pointEvaluation } from './point-evaluation.ts';
import { type Precompile, toNativeContracts } from './precompile.ts';
import { ripemd160 } from './ripemd160.ts';
import { sha256 } from './sha256.ts';

type Numbered = readonly (readonly [number, Precompile])[];

const cancun: Numbered = [
  [0x01, ecrecover],
  [0x02, sha256],
  [0x03, ripemd160],
  [0x04, identity],
  [0x05, modexp],
  [0x06, bn254Add],
  [0x07, bn254Mul],
  [0x08, bn254Pairing],
  [0x09, blake2f],
  [0x0a, pointEvaluation],
];

/** EIP-2537 */
const addedByPrague: Numbered = [
  [0x0b, blsG1Add],
  [0x0c, blsG1Msm],
  [0x0d, blsG2Add],
  [0x0e, blsG2Msm],
  [0x0f, blsPairing],
  [0x10, blsMapG1],
  [0x11, blsMapG2],
];

/** EIP-7823, EIP-7883 and EIP-7951 */
const changedByOsaka: Numbered = [
  [0x05, modexpOfOsaka],
  [0x100, p256Verify],
];

const byFork: Readonly<Record<Fork, NativeContracts>> = {
  cancun: toNativeContracts(new Map(cancun)),
  prague: toNativeContracts(new Map([...cancun, ...addedByPrague])),
  osaka: toNativeContracts(new Map([...cancun, ...addedByPrague, ...changedByOsaka])),
};

/** The precompiles of a fork. */
export function precompiles(fork: Fork): NativeContracts {
  return byFork[fork];
}
