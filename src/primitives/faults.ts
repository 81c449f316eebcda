/** A fault that ended nothing, as it is logged. */
export type ContainedFault = {
  /** what has failed, such as `thread sender recovery` */
  readonly part: string;
  readonly error: unknown;
  /** faults of this part so far */
  readonly count: number;
};

type FaultsOptions = {
  readonly log?: (fault: ContainedFault) => void;
  /** Ends the node. By default the error is thrown. */
  readonly end?: (error: PartError) => void;
};

/** A part without which the node must not continue has failed. */
export class PartError extends Error {
  override name = 'PartError';
  constructor(part: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `${part} has failed by an error of the program (${reason}): all blocks are on disk; start the node again, and if it ends again, run qord verify`,
      { cause },
    );
  }
}

/** Names of errors that no part throws to say why it cannot continue. */
const unexplained = new Set(['Error', 'TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'RuntimeError']);

/** An error that explains itself is returned; any other becomes one of the part, which says what to do. */
export function explained(part: string, error: unknown): unknown {
  return error instanceof Error && !unexplained.has(error.name) ? error : new PartError(part, error);
}

/**
 * What becomes of errors of the program, by whom they belong to. Those of clients, of threads and of what can be made
 * again end nothing: they are counted for each part, and the first is logged, then each whose count is a power of ten,
 * so that nobody can fill the log. Others end the node.
 */
export class Faults {
  readonly #counts = new Map<string, number>();
  readonly #log: (fault: ContainedFault) => void;
  readonly #end: (error: PartError) => void;

  constructor({ log = () => {}, end = raise }: FaultsOptions = {}) {
    this.#log = log;
    this.#end = end;
  }

  /** Faults by part. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /** Counts a fault that ends nothing. `part` is one of few fixed names. */
  note(part: string, error: unknown): void {
    const count = (this.#counts.get(part) ?? 0) + 1;
    this.#counts.set(part, count);
    if (/^10*$/.test(String(count))) this.#log({ part, error, count });
  }

  /** Ends the node because this part has failed. */
  end(part: string, error: unknown): void {
    this.#end(error instanceof PartError ? error : new PartError(part, error));
  }
}

function raise(error: PartError): never {
  throw error;
}
