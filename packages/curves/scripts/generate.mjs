/** Writes the field and the constants of each pairing curve to assembly/<curve>/generated.ts, when they differ. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { bls12381 } from './field/bls12-381.mjs';
import { bn254 } from './field/bn254.mjs';
import { fieldCode } from './field/field-code.mjs';

for (const curve of [bls12381, bn254]) {
  const path = `assembly/${curve.name}/generated.ts`;
  const text = fieldCode(curve);
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}
