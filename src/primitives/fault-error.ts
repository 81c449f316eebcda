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

/** Messages by the code of a fault; each takes the data of its fault. */
type FaultTexts = Readonly<Record<string, (data: never) => string>>;

/** The faults of a table of messages: each has a code, and the data that its message takes. */
export type FaultIn<T extends FaultTexts> = {
  readonly [C in keyof T & string]: { readonly code: C } & Readonly<Parameters<T[C]> extends [infer D] ? D : unknown>;
}[keyof T & string];

/** The message of a fault by its table. */
export function textIn<T extends FaultTexts>(texts: T): (fault: FaultIn<T>) => string {
  return (fault) => texts[fault.code]?.(fault as never) ?? fault.code; // each message takes the data of its own fault
}
