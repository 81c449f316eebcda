/** A plain transaction calls a native module, whose effects the engine cannot undo alone. */
export class NotPlainError extends Error {
  override name = 'NotPlainError';
}
