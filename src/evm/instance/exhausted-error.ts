/**
 * The execution needs more room than the engine has or the system gives: more than any transaction can pay for that a
 * genesis allows (docs/gas.md). It is never the outcome of a transaction: a call of a client fails, and a node that cannot
 * execute a block ends.
 */
export class ExhaustedError extends Error {
  override name = 'ExhaustedError';
  constructor() {
    super(
      'the execution needs more memory than the engine has, or the system gives no more: use less gas or add memory',
    );
  }
}
