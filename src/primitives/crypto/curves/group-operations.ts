import type { Mcl } from './mcl.ts';

/** What mcl can do with the points of one group, which lie in its memory. */
export type GroupOperations = {
  clear(point: number): void;
  isZero(point: number): number;
  isValid(point: number): number;
  isValidOrder(point: number): number;
  normalize(result: number, point: number): void;
  add(result: number, left: number, right: number): void;
  multiply(result: number, point: number, scalar: number): void;
};

export function g1Operations(mcl: Mcl): GroupOperations {
  return {
    clear: mcl.mclBnG1_clear,
    isZero: mcl.mclBnG1_isZero,
    isValid: mcl.mclBnG1_isValid,
    isValidOrder: mcl.mclBnG1_isValidOrder,
    normalize: mcl.mclBnG1_normalize,
    add: mcl.mclBnG1_add,
    multiply: mcl.mclBnG1_mul,
  };
}

export function g2Operations(mcl: Mcl): GroupOperations {
  return {
    clear: mcl.mclBnG2_clear,
    isZero: mcl.mclBnG2_isZero,
    isValid: mcl.mclBnG2_isValid,
    isValidOrder: mcl.mclBnG2_isValidOrder,
    normalize: mcl.mclBnG2_normalize,
    add: mcl.mclBnG2_add,
    multiply: mcl.mclBnG2_mul,
  };
}
