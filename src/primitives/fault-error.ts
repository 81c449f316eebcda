/**
 * The class of the errors that carry a fault, to be extended: `class ChainError extends faultError('ChainError',
 * chainFaultText) {}`. `textOf` gives the message of a fault.
 */
export function faultError<F>(name: string, textOf: (fault: F) => string) {
  return class extends Error {
    override name = name;
    readonly fault: F;
    constructor(fault: F) {
      super(textOf(fault));
      this.fault = fault;
    }
  };
}
