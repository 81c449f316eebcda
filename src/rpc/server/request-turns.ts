/** Milliseconds for the requests of all connections together before other work gets a turn of the event loop. */
const maxTime = 10;
/** Bytes of a request above which it is long. */
const longRequest = 64 * 1024;
/** Bytes of a request up to which it is short. */
const shortRequest = 1024;
/** One of so many short requests is timed, and counts for all of them: reading the clock twice takes 0.16 µs. */
const sampling = 5;
const untimed = -1;

/** A connection that can stop reading. */
type Source = { pause(): unknown; resume(): unknown };

type Work = { readonly run: () => void; readonly bytes: number };

/**
 * Handles the requests of HTTP connections: at once, until they have taken some milliseconds, and then in turns with
 * everything else. A client may send thousands of requests in one segment without waiting for responses (pipelining).
 * Connections take turns of one request, and read nothing meanwhile. Of long requests, whose parsing alone takes tens
 * of milliseconds, one is handled in a turn, after the others.
 */
export class RequestTurns {
  readonly #waiting = new Set<() => void>();
  readonly #waitingLong = new Set<() => void>();
  /** requests that wait, by connection; no list is empty */
  readonly #works = new Map<Source, Work[]>();
  /** milliseconds since others had a turn */
  #spent = 0;
  #isScheduled = false;
  /** number of short requests */
  #requests = 0;
  /** for how many requests the one that is timed counts */
  #weight = 1;

  /** Whether a request may be handled at once. */
  get isOpen(): boolean {
    return this.#spent < maxTime;
  }

  /** Handles a request of the connection, of so many bytes, now, or when those before it were. */
  run(source: Source, bytes: number, run: () => void): void {
    const work = { run, bytes };
    const before = this.#works.get(source);
    if (before !== undefined) before.push(work);
    else if (this.isOpen) this.#handle(work);
    else {
      this.#works.set(source, [work]);
      source.pause();
      this.wait(() => this.#runNext(source), bytes > longRequest);
    }
  }

  /** Called before a request of so many bytes is handled; returns what `end` needs. */
  begin(bytes: number): number {
    if (bytes > shortRequest) this.#weight = 1;
    else if (++this.#requests % sampling === 0) this.#weight = sampling;
    else return untimed;
    return performance.now();
  }

  /** Called when that request was handled and its response written, or its execution has begun elsewhere. */
  end(began: number): void {
    if (began === untimed) return;
    this.#spent += (performance.now() - began) * this.#weight;
    if (this.#spent >= maxTime) this.#schedule();
  }

  /** Calls `goOn`, which handles one request and counts its time, when it is its turn. */
  wait(goOn: () => void, isLong = false): void {
    (isLong ? this.#waitingLong : this.#waiting).add(goOn);
    this.#schedule();
  }

  #runNext(source: Source): void {
    const works = this.#works.get(source) ?? [];
    const work = works.shift();
    const [next] = works;
    if (next !== undefined) this.wait(() => this.#runNext(source), next.bytes > longRequest);
    else {
      this.#works.delete(source);
      source.resume();
    }
    if (work !== undefined) this.#handle(work);
  }

  #handle({ run, bytes }: Work): void {
    const began = this.begin(bytes);
    run();
    this.end(began);
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#takeTurns());
  }

  #takeTurns(): void {
    this.#isScheduled = false;
    this.#spent = 0;
    const until = performance.now() + maxTime;
    for (const goOn of this.#waiting) {
      if (performance.now() >= until) break;
      this.#waiting.delete(goOn);
      goOn();
    }
    const [goOnLong] = this.#waitingLong;
    if (goOnLong !== undefined) {
      this.#waitingLong.delete(goOnLong);
      goOnLong();
    }
    if (this.#waiting.size + this.#waitingLong.size > 0) this.#schedule();
  }
}
