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
  #waiting = 0;

  /** `limit`: bytes of one body */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Calls `done` once, with the body or why not; never when the client goes away first. */
  read(request: IncomingMessage, done: Done): void {
    if (Number(request.headers['content-length'] ?? 0) > this.#limit * patience) done('too-large');
    else this.#collect(request, done);
  }

  #collect(request: IncomingMessage, done: Done): void {
    const chunks: Uint8Array[] = [];
    let length = 0;
    let fault: BodyFault | undefined;
    const forget = () => {
      for (const chunk of chunks.splice(0)) this.#waiting -= chunk.length;
    };
    request.on('data', (chunk: Uint8Array) => {
      length += chunk.length;
      fault ??= this.#faultWith(chunk, length);
      if (fault !== undefined) return length > this.#limit * patience ? request.destroy() : forget();
      this.#waiting += chunk.length;
      chunks.push(chunk);
    });
    request.on('end', () => {
      const body = fault ?? join(chunks);
      forget();
      done(body);
    });
    request.on('close', forget);
  }

  #faultWith(chunk: Uint8Array, length: number): BodyFault | undefined {
    if (length > this.#limit) return 'too-large';
    return this.#waiting + chunk.length > waitingLimit ? 'busy' : undefined;
  }
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  const [first = emptyBytes] = chunks;
  return chunks.length <= 1 ? first : Buffer.concat(chunks);
}
