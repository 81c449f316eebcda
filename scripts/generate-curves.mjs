/**
 * Writes the field and the constants of each pairing curve in AssemblyScript to
 * src/primitives/crypto/assembly/<curve>/generated.ts, when they differ. Runs before the code is compiled.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { bls12381 } from './curves/bls12-381.mjs';
import { bn254 } from './curves/bn254.mjs';
import { fieldCode } from './curves/field-code.mjs';

for (const curve of [bls12381, bn254]) {
  const path = `src/primitives/crypto/assembly/${curve.name}/generated.ts`;
  const text = fieldCode(curve);
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}
