import type { IncomingMessage } from 'node:http';
import { emptyBytes } from '../../primitives/bytes.ts';
import type { Guard } from '../guard.ts';
import type { Client } from '../session.ts';
import type { UnfinishedBytes, UnfinishedShare } from './unfinished-bytes.ts';

/** Why a body was not read: it is larger than allowed, or there is no memory left for unfinished bodies. */
export type BodyFault = 'too-large' | 'busy';

type Done = (body: Uint8Array | BodyFault) => void;

/** A body up to this many times the limit is still read, and dropped, so that its sender sees the error response. */
const drainedBodies = 8;

/** Reads request bodies. */
export class BodyReader {
  readonly #limit: number;
  readonly #unfinished: UnfinishedBytes;

  /** `limit`: bytes of one body; `unfinished`: for bodies that arrive in more than one chunk */
  constructor(limit: number, unfinished: UnfinishedBytes) {
    this.#limit = limit;
    this.#unfinished = unfinished;
  }

  /**
   * Calls `done` once with the body or the fault; never when the client closes the connection before the end. `guard`
   * contains what is thrown while the body arrives, and by `done`.
   */
  read(request: IncomingMessage, client: Client, guard: Guard, done: Done): void {
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced > this.#limit * drainedBodies) done('too-large');
    else this.#collect(request, client, guard, done);
  }

  #collect(request: IncomingMessage, client: Client, guard: Guard, done: Done): void {
    const announced = Number(request.headers['content-length'] ?? 0);
    let whole: Uint8Array | undefined;
    let parts: BodyInParts | undefined;
    const take = (chunk: Uint8Array) => {
      // most bodies arrive in one chunk, and nothing has to be counted
      if (chunk.length === announced && announced <= this.#limit) whole = chunk;
      else {
        parts ??= new BodyInParts(request, this.#limit, this.#unfinished.share(client));
        parts.append(chunk);
      }
    };
    request.on('data', (chunk: Uint8Array) => guard(() => take(chunk)));
    request.on('end', () => guard(() => done(whole ?? parts?.finish() ?? emptyBytes)));
  }
}

/** A body that arrives in more than one chunk. */
class BodyInParts {
  readonly #request: IncomingMessage;
  readonly #limit: number;
  readonly #share: UnfinishedShare;
  readonly #bytes: GrowingBytes;
  #received = 0;
  #fault: BodyFault | undefined;

  constructor(request: IncomingMessage, limit: number, share: UnfinishedShare) {
    this.#request = request;
    this.#limit = limit;
    this.#share = share;
    this.#bytes = new GrowingBytes(limit);
    request.on('close', () => this.#free());
  }

  append(chunk: Uint8Array): void {
    this.#received += chunk.length;
    this.#fault ??= this.#reserve(chunk);
    if (this.#fault === undefined) this.#bytes.append(chunk);
    else {
      this.#free();
      if (this.#received > this.#limit * drainedBodies) this.#request.destroy();
    }
  }

  finish(): Uint8Array | BodyFault {
    const body = this.#fault ?? this.#bytes.take();
    this.#free();
    return body;
  }

  #reserve(chunk: Uint8Array): BodyFault | undefined {
    if (this.#received > this.#limit) return 'too-large';
    return this.#share.hold(this.#bytes.sizeWith(chunk.length)) === undefined ? undefined : 'busy';
  }

  #free(): void {
    this.#share.release();
    this.#bytes.take();
  }
}

const firstBytes = 4096;
const noBytes = Buffer.alloc(0);

/** Bytes that are appended to a buffer, which doubles when it is full, up to a limit. */
export class GrowingBytes {
  readonly #limit: number;
  #buffer = noBytes;
  #length = 0;

  /** `limit`: most bytes; at least one */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The memory, in bytes, that so many more bytes make it take. */
  sizeWith(more: number): number {
    const needed = this.#length + more;
    if (needed <= this.#buffer.length) return this.#buffer.length;
    return Math.min(this.#limit, Math.max(needed, 2 * this.#buffer.length, firstBytes));
  }

  /** Throws a RangeError beyond the limit. */
  append(chunk: Uint8Array): void {
    if (this.#length + chunk.length > this.#limit) throw new RangeError(`more than ${this.#limit} bytes`);
    const size = this.sizeWith(chunk.length);
    if (size > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(size);
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length += chunk.length;
  }

  /** Returns what was appended, and forgets it. */
  take(): Uint8Array {
    const taken = this.#buffer.subarray(0, this.#length);
    this.#buffer = noBytes;
    this.#length = 0;
    return taken;
  }
}
