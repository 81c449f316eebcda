/** The block thread has ended before it had a result. */
export class BlockThreadError extends Error {
  override name = 'BlockThreadError';
}
