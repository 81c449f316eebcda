/** A call needs more gas than it has. */
export class OutOfGasError extends Error {
  override name = 'OutOfGasError';
}

/** The gas of one call of a module. */
export class GasMeter {
  readonly #limit: bigint;
  readonly #beginWork: (gas: bigint) => void;
  #used = 0n;

  /** `beginWork`: of the NativeCall */
  constructor(limit: bigint, beginWork: (gas: bigint) => void) {
    this.#limit = limit;
    this.#beginWork = beginWork;
  }

  get used(): bigint {
    return this.#used;
  }

  get left(): bigint {
    return this.#limit - this.#used;
  }

  /** Gas for code that the call runs: a 64th stays with the caller (EIP-150). */
  get forwardable(): bigint {
    return this.left - this.left / 64n;
  }

  /** Throws an OutOfGasError when less is left. */
  use(gas: bigint): void {
    if (gas > this.left) throw new OutOfGasError('out of gas');
    this.#used += gas;
  }

  /** The same before work that takes this gas. Throws an ExecutionStoppedError when the run must end instead. */
  useForWork(gas: bigint): void {
    this.use(gas);
    this.#beginWork(gas);
  }
}
