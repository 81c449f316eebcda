/** For whom work is done. Networks take turns, and within a network its connections. */
export interface Owner {
  /** the network of the client; for work of the node itself, the name of the part */
  readonly network: string;
  /** identifies the connection */
  readonly connection: object;
  /** Whether nobody waits for the work any more; it is then dropped when its turn comes. */
  readonly hasLeft: boolean;
  /** Called when the first piece of its work begins to wait: a connection reads nothing meanwhile. */
  readonly pause?: (() => void) | undefined;
  /** Called when nothing waits any more. */
  readonly resume?: (() => void) | undefined;
}

/** Work was not done because too much waits (`full`) or because nobody waits for it any more (`left`). */
export class DroppedError extends Error {
  override name = 'DroppedError';
  readonly reason: 'full' | 'left';
  constructor(reason: 'full' | 'left') {
    super(reason === 'full' ? 'too much work waits' : 'nobody waits for this work any more');
    this.reason = reason;
  }
}
