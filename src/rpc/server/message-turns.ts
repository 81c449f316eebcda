/** Milliseconds for the messages of all connections together before other work gets a turn of the event loop. */
const maxTime = 10;

/** A connection that can stop reading. */
type Pausable = { pause(): void; resume(): void };

/** A connection that several may stop reading, each for a reason of its own: it goes on when none does any more. */
export class MessageSource implements Pausable {
  readonly #socket: Pausable;
  #pauses = 0;

  constructor(socket: Pausable) {
    this.#socket = socket;
  }

  pause(): void {
    if (this.#pauses++ === 0) this.#socket.pause();
  }

  resume(): void {
    if (--this.#pauses === 0) this.#socket.resume();
  }
}

/**
 * Handles the messages of WebSockets: at once, until they have taken some milliseconds, and then in turns with
 * everything else. One read from a connection holds hundreds of messages, and many connections are read in one
 * iteration of the event loop. The messages of a connection stay in order; connections take turns.
 */
export class MessageTurns {
  /** by connection, in the order of their turns; no list is empty */
  readonly #waiting = new Map<MessageSource, (() => void)[]>();
  /** milliseconds since others had a turn */
  #spent = 0;

  /** Handles a message of the connection now, or when those before it were. */
  handle(source: MessageSource, work: () => void): void {
    const before = this.#waiting.get(source);
    if (before !== undefined) before.push(work);
    else if (this.#waiting.size > 0 || this.#spent >= maxTime) this.#enqueue(source, work);
    else this.#run(work);
  }

  #enqueue(source: MessageSource, work: () => void): void {
    if (this.#waiting.size === 0) setImmediate(() => this.#takeTurn());
    this.#waiting.set(source, [work]);
    source.pause();
  }

  #run(work: () => void): void {
    const began = performance.now();
    work();
    this.#spent += performance.now() - began;
  }

  #takeTurn(): void {
    this.#spent = 0;
    for (const [source, works] of this.#waiting) {
      if (this.#spent >= maxTime) break;
      const work = works.shift();
      this.#waiting.delete(source);
      if (works.length > 0) this.#waiting.set(source, works);
      else source.resume();
      if (work !== undefined) this.#run(work);
    }
    if (this.#waiting.size > 0) setImmediate(() => this.#takeTurn());
    else this.#spent = 0;
  }
}
