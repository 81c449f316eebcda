import { existsSync } from 'node:fs';

const inCurve = /^(.*assembly)\/(?:bls12-381|bn254)\/(.*)$/;

/**
 * Where a source lies: the files of assembly/pairing-curves are compiled once for each curve, as if they were in its
 * folder, so that they import the field and the constants of that curve.
 */
export function curveSource(path) {
  const [, before, file] = existsSync(path) ? [] : (inCurve.exec(path) ?? []);
  return file === undefined ? path : `${before}/pairing-curves/${file}`;
}
