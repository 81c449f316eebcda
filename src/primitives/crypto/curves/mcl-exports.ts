type Predicate = (value: number) => number;
type Operation = (result: number, left: number, right: number) => void;
type ReadBytes = (result: number, bytes: number, length: number) => number;
type WriteBytes = (bytes: number, capacity: number, value: number) => number;

/**
 * The C interface of mcl (bn.h) as the WebAssembly binary exports it. Numbers are addresses in the memory of the instance
 * unless said otherwise.
 */
export type MclExports = {
  malloc(length: number): number;
  free(address: number): void;
  __wasm_call_ctors(): void;
  /** curve is the library's number of a curve; 0 when it went well */
  mclBn_init(curve: number, compiledTimeVariables: number): number;
  mclBn_verifyOrderG1(verify: number): void;
  mclBn_verifyOrderG2(verify: number): void;

  /** little-endian and below the field's order; number of bytes read, 0 for others */
  mclBnFp_deserialize: ReadBytes;
  mclBnFp_serialize: WriteBytes;
  mclBnFp_setInt32(result: number, value: number): void;
  mclBnFp_neg(result: number, value: number): void;
  mclBnFp2_mul: Operation;
  /** big-endian, reduced by the order of the group */
  mclBnFr_setBigEndianMod: ReadBytes;

  mclBnG1_clear(point: number): void;
  mclBnG1_isZero: Predicate;
  mclBnG1_isValid: Predicate;
  mclBnG1_isValidOrder: Predicate;
  mclBnG1_normalize(result: number, point: number): void;
  mclBnG1_add: Operation;
  mclBnG1_mul: Operation;

  mclBnG2_clear(point: number): void;
  mclBnG2_isZero: Predicate;
  mclBnG2_isValid: Predicate;
  mclBnG2_isValidOrder: Predicate;
  mclBnG2_normalize(result: number, point: number): void;
  mclBnG2_isEqual(left: number, right: number): number;
  mclBnG2_dbl(result: number, point: number): void;
  mclBnG2_add: Operation;
  mclBnG2_sub: Operation;
  mclBnG2_mul: Operation;

  mclBn_millerLoopVec(result: number, g1Points: number, g2Points: number, count: number): void;
  mclBn_finalExp(result: number, value: number): void;
  mclBnGT_isOne: Predicate;
};
