/** A connection that can stop reading. */
type Pausable = { pause(): void; resume(): void };

/** A connection that several may stop reading, each for a reason of its own: it reads again when none does any more. */
export class MessageSource implements Pausable {
  readonly #socket: Pausable;
  #pauses = 0;

  constructor(socket: Pausable) {
    this.#socket = socket;
  }

  /** Whether nothing is read, so that no pong can be. */
  get isPaused(): boolean {
    return this.#pauses > 0;
  }

  pause(): void {
    if (this.#pauses++ === 0) this.#socket.pause();
  }

  resume(): void {
    if (--this.#pauses === 0) this.#socket.resume();
  }
}
