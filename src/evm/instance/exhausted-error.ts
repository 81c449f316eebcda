/** A table of the engine is full: the execution needs more records than the engine has room for. */
export class ExhaustedError extends Error {
  override name = 'ExhaustedError';
}
