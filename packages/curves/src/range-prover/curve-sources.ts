import type { CurveSources } from './abstract-curve.ts';

const shared = [
  'curve',
  'constants',
  'endomorphism',
  'doublings',
  'tower',
  'lines',
  'line-products',
  'packed',
  'target-products',
];

/** The curves in assembly; the bounds are those of field.ts and parameters.ts there. */
export const curveSources = {
  bls12381: {
    name: 'bls12-381',
    files: [...shared, 'prepared-lines', 'cyclotomic'],
    constants: ['four', 'cubeRoot', 'psiX', 'psiY'],
    field: {
      modulus: 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn,
      limbs: 14,
      mostValue: 128,
      mostReduced: 16,
      reduced: [-0.01, 1.01],
      twist: 1,
    },
  },
  bn254: {
    name: 'bn254',
    files: shared,
    constants: ['constantOfG1', 'constantOfG2', 'thriceConstantOfG2', 'cubeRoot', 'psiX', 'psiY'],
    field: {
      modulus: 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47n,
      limbs: 10,
      mostValue: 2048,
      mostReduced: 64,
      reduced: [-0.2, 1.2],
      twist: 9,
    },
  },
} as const satisfies Record<string, CurveSources>;
