import { isKzgProof } from '@qord/curves/kzg';
import { concatBytes, equalBytes } from '../../primitives/bytes.ts';
import { sha256 } from '../../primitives/crypto/sha256.ts';
import { fromHex } from '../../primitives/hex.ts';
import type { Precompile } from './precompile.ts';

/** versioned hash (32) ‖ z (32) ‖ y (32) ‖ commitment (48) ‖ proof (48) */
const inputBytes = 192;
const hashVersion = 1;

/** 4,096, the field elements of a blob, and the order of the field, as words. */
const successOutput = fromHex(
  `0x${'1000'.padStart(64, '0')}73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001`,
);

/** 0x0a: whether the polynomial of a commitment has the value y at z (EIP-4844). */
export const pointEvaluation: Precompile = {
  name: 'pointEvaluation',
  gas: () => 50_000n,
  run(input) {
    if (input.length !== inputBytes) return undefined;
    const commitment = input.subarray(96, 144);
    const versionedHash = concatBytes(Uint8Array.of(hashVersion), sha256(commitment).subarray(1));
    if (!equalBytes(versionedHash, input.subarray(0, 32))) return undefined;
    return isKzgProof({ commitment, z: input.subarray(32, 64), y: input.subarray(64, 96), proof: input.subarray(144) })
      ? successOutput
      : undefined;
  },
};
