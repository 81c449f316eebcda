/// <reference lib="es2024.arraybuffer" />
import type { IncomingMessage } from 'node:http';
import { emptyBytes } from '../../primitives/bytes.ts';

/** Why a body was not read: it is larger than allowed, or there is no memory left for unfinished bodies. */
export type BodyFault = 'too-large' | 'busy';

type Done = (body: Uint8Array | BodyFault) => void;

/** A body up to this many times the limit is still read, and dropped, so that its sender sees the error response. */
const drainedBodies = 8;

/** Counts the bytes of request bodies that have begun to arrive, for all interfaces together. */
export class BodyBudget {
  readonly #limit: number;
  #reserved = 0;

  /** bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Reserves room for more bytes; false when there is not enough. */
  reserve(bytes: number): boolean {
    if (this.#reserved + bytes > this.#limit) return false;
    this.#reserved += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#reserved -= bytes;
  }
}

/** Reads request bodies. */
export class BodyReader {
  readonly #limit: number;
  readonly #budget: BodyBudget;

  /** `limit`: bytes of one body; `budget`: for bodies that arrive in more than one chunk */
  constructor(limit: number, budget: BodyBudget) {
    this.#limit = limit;
    this.#budget = budget;
  }

  /** Calls `done` once with the body or the fault; never when the client closes the connection before the end. */
  read(request: IncomingMessage, done: Done): void {
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced > this.#limit * drainedBodies) done('too-large');
    else this.#collect(request, announced, done);
  }

  #collect(request: IncomingMessage, announced: number, done: Done): void {
    let whole: Uint8Array | undefined;
    let chunked: ChunkedBody | undefined;
    request.on('data', (chunk: Uint8Array) => {
      // most bodies arrive in one chunk, and nothing has to be counted
      if (chunk.length === announced && announced <= this.#limit) whole = chunk;
      else {
        chunked ??= new ChunkedBody(request, this.#limit, this.#budget);
        chunked.append(chunk);
      }
    });
    request.on('end', () => done(whole ?? chunked?.finish() ?? emptyBytes));
  }
}

/** A body that arrives in more than one chunk. */
class ChunkedBody {
  readonly #request: IncomingMessage;
  readonly #limit: number;
  readonly #budget: BodyBudget;
  readonly #buffer: BodyBuffer;
  #received = 0;
  #fault: BodyFault | undefined;

  constructor(request: IncomingMessage, limit: number, budget: BodyBudget) {
    this.#request = request;
    this.#limit = limit;
    this.#budget = budget;
    this.#buffer = new BodyBuffer(limit);
    request.on('close', () => this.#free());
  }

  append(chunk: Uint8Array): void {
    this.#received += chunk.length;
    this.#fault ??= this.#reserve(chunk);
    if (this.#fault === undefined) this.#buffer.append(chunk);
    else {
      this.#free();
      if (this.#received > this.#limit * drainedBodies) this.#request.destroy();
    }
  }

  finish(): Uint8Array | BodyFault {
    const body = this.#fault ?? this.#buffer.copy();
    this.#free();
    return body;
  }

  #reserve(chunk: Uint8Array): BodyFault | undefined {
    if (this.#received > this.#limit) return 'too-large';
    return this.#budget.reserve(chunk.length) ? undefined : 'busy';
  }

  #free(): void {
    this.#budget.release(this.#buffer.length);
    this.#buffer.free();
  }
}

/** The bytes by which a buffer grows at once. */
const growth = 256 * 1024;

/**
 * A growing buffer whose memory returns to the system as soon as it is freed. Memory that only the garbage collector
 * frees would stay allocated for as long as the node has nothing to do.
 */
class BodyBuffer {
  readonly #memory: ArrayBuffer;
  readonly #limit: number;
  #length = 0;

  /** `limit`: bytes. Throws a RangeError when the process may not reserve so much address space. */
  constructor(limit: number) {
    this.#limit = limit;
    this.#memory = new ArrayBuffer(0, { maxByteLength: limit });
  }

  get length(): number {
    return this.#length;
  }

  /** Throws a RangeError beyond the limit. */
  append(chunk: Uint8Array): void {
    const end = this.#length + chunk.length;
    if (end > this.#memory.byteLength) this.#memory.resize(Math.min(this.#limit, end + growth));
    new Uint8Array(this.#memory, this.#length, chunk.length).set(chunk);
    this.#length = end;
  }

  copy(): Uint8Array {
    return Buffer.concat([new Uint8Array(this.#memory, 0, this.#length)]);
  }

  free(): void {
    this.#length = 0;
    this.#memory.resize(0);
  }
}
