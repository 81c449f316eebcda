/** Numbers for which an operation has no result. It follows from them alone, not from this process. */
export class ArithmeticError extends RangeError {
  override name = 'ArithmeticError';
}
