import type { IncomingMessage } from 'node:http';
import { emptyBytes } from '../../primitives/bytes.ts';
import type { BodyBudget } from './body-budget.ts';
import { BodyBytes } from './body-bytes.ts';

/** Why a body is not there. */
export type BodyFault = 'too-large' | 'busy';

type Done = (body: Uint8Array | BodyFault) => void;

/** A refused body is still read up to this many times the limit, so that the sender gets to see the answer. */
const patience = 8;

/** Collects the bodies of requests. */
export class BodyReader {
  readonly #limit: number;
  readonly #budget: BodyBudget;

  /** `limit`: bytes of one body; `budget`: for those that come in several pieces */
  constructor(limit: number, budget: BodyBudget) {
    this.#limit = limit;
    this.#budget = budget;
  }

  /** Calls `done` once, with the body or why not; never when the client goes away first. */
  read(request: IncomingMessage, done: Done): void {
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced > this.#limit * patience) done('too-large');
    else this.#collect(request, announced, done);
  }

  #collect(request: IncomingMessage, announced: number, done: Done): void {
    let whole: Uint8Array | undefined;
    let parts: BodyParts | undefined;
    request.on('data', (chunk: Uint8Array) => {
      // most bodies come in one piece, and nothing has to be kept count of
      if (chunk.length === announced && announced <= this.#limit) whole = chunk;
      else {
        parts ??= new BodyParts(request, this.#limit, this.#budget);
        parts.add(chunk);
      }
    });
    request.on('end', () => done(whole ?? parts?.take() ?? emptyBytes));
  }
}

/** A body that comes in several pieces. */
class BodyParts {
  readonly #request: IncomingMessage;
  readonly #limit: number;
  readonly #budget: BodyBudget;
  readonly #bytes: BodyBytes;
  #length = 0;
  #fault: BodyFault | undefined;

  constructor(request: IncomingMessage, limit: number, budget: BodyBudget) {
    this.#request = request;
    this.#limit = limit;
    this.#budget = budget;
    this.#bytes = new BodyBytes(limit);
    request.on('close', () => this.#forget());
  }

  add(chunk: Uint8Array): void {
    this.#length += chunk.length;
    this.#fault ??= this.#faultWith(chunk);
    if (this.#fault === undefined) this.#bytes.add(chunk);
    else {
      this.#forget();
      if (this.#length > this.#limit * patience) this.#request.destroy();
    }
  }

  take(): Uint8Array | BodyFault {
    const body = this.#fault ?? this.#bytes.take();
    this.#forget();
    return body;
  }

  /** Why a chunk is not kept; else it is counted. */
  #faultWith(chunk: Uint8Array): BodyFault | undefined {
    if (this.#length > this.#limit) return 'too-large';
    return this.#budget.take(chunk.length) ? undefined : 'busy';
  }

  #forget(): void {
    this.#budget.give(this.#bytes.length);
    this.#bytes.drop();
  }
}
