import type { IncomingMessage } from 'node:http';
import { emptyBytes } from '../../primitives/bytes.ts';

/** Why a body is not there. */
export type BodyFault = 'too-large' | 'busy';

type Done = (body: Uint8Array | BodyFault) => void;

/** A refused body is still read up to this many times the limit, so that the sender gets to see the answer. */
const patience = 8;
/** Most bytes of half-received bodies at one server. */
const waitingLimit = 256 * 1024 * 1024;

/** Collects the bodies of requests. */
export class BodyReader {
  readonly #limit: number;
  readonly #total = { waiting: 0 };

  /** `limit`: bytes of one body */
  constructor(limit: number) {
    this.#limit = limit;
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
        parts ??= new BodyParts(request, this.#limit, this.#total);
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
  /** what all such bodies hold together */
  readonly #total: { waiting: number };
  readonly #chunks: Uint8Array[] = [];
  #length = 0;
  #fault: BodyFault | undefined;

  constructor(request: IncomingMessage, limit: number, total: { waiting: number }) {
    this.#request = request;
    this.#limit = limit;
    this.#total = total;
    request.on('close', () => this.#forget());
  }

  add(chunk: Uint8Array): void {
    this.#length += chunk.length;
    this.#fault ??= this.#faultWith(chunk);
    if (this.#fault === undefined) {
      this.#total.waiting += chunk.length;
      this.#chunks.push(chunk);
      return;
    }
    this.#forget();
    if (this.#length > this.#limit * patience) this.#request.destroy();
  }

  take(): Uint8Array | BodyFault {
    const body = this.#fault ?? Buffer.concat(this.#chunks);
    this.#forget();
    return body;
  }

  #faultWith(chunk: Uint8Array): BodyFault | undefined {
    if (this.#length > this.#limit) return 'too-large';
    return this.#total.waiting + chunk.length > waitingLimit ? 'busy' : undefined;
  }

  #forget(): void {
    for (const chunk of this.#chunks.splice(0)) this.#total.waiting -= chunk.length;
  }
}
