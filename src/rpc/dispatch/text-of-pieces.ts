import { JsonText } from '../../primitives/json-text.ts';
import { LongText } from '../json-value.ts';

/** Characters of a part, about. */
const partLength = 64 * 1024;

/** A response is longer than its interface sends. */
export class ResponseTooLongError extends Error {
  override name = 'ResponseTooLongError';
  /** bytes */
  readonly limit: number;
  constructor(limit: number) {
    super(`the response has more than ${limit} bytes`);
    this.limit = limit;
  }
}

/** Joins the pieces of a JSON text, which are ASCII, a few at a time. */
export class PieceJoiner {
  readonly #limit: number;
  readonly #areCached: boolean;
  readonly #parts: (() => string)[] = [];
  #waiting: string[] = [];
  #waitingLength = 0;
  #length = 0;

  /** `limit`: characters of the text. `areCached`: the pieces take memory anyway, so they are joined when they are sent. */
  constructor(limit: number, areCached = false) {
    this.#limit = limit;
    this.#areCached = areCached;
  }

  /** characters so far */
  get length(): number {
    return this.#length;
  }

  /** Throws a ResponseTooLongError as soon as the pieces have more characters than the limit. */
  add(piece: string): void {
    this.#waiting.push(piece);
    this.#waitingLength += piece.length;
    this.#length += piece.length;
    if (this.#length > this.#limit) throw new ResponseTooLongError(this.#limit);
    if (this.#waitingLength >= partLength) this.#join();
  }

  /** The text of all pieces. */
  text(): JsonText | LongText {
    this.#join();
    const parts = this.#parts;
    return parts.length < 2 ? new JsonText(parts[0]?.() ?? '') : new LongText(() => textsOf(parts), this.#length);
  }

  #join(): void {
    const pieces = this.#waiting;
    if (pieces.length > 0) this.#parts.push(this.#areCached ? () => pieces.join('') : joinedNow(pieces));
    this.#waiting = [];
    this.#waitingLength = 0;
  }
}

function joinedNow(pieces: readonly string[]): () => string {
  const text = pieces.join('');
  return () => text;
}

function* textsOf(parts: readonly (() => string)[]): Iterable<string> {
  for (const part of parts) yield part();
}

/** JSON text in pieces, which are ASCII and made when it is written: a thread that sends it never holds all of it. */
export class TextPieces {
  readonly #pieces: () => Iterable<string>;
  readonly #areCached: boolean;

  constructor(pieces: () => Iterable<string>, areCached = false) {
    this.#pieces = pieces;
    this.#areCached = areCached;
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#pieces()[Symbol.iterator]();
  }

  /** Throws a ResponseTooLongError as soon as the pieces have more than `limit` characters. */
  joined(limit = Number.POSITIVE_INFINITY): JsonText | LongText {
    const joiner = new PieceJoiner(limit, this.#areCached);
    for (const piece of this) joiner.add(piece);
    return joiner.text();
  }
}

/** The JSON array of texts, which are ASCII. */
export function listText(items: Iterable<string>, areCached = false): TextPieces {
  return new TextPieces(() => listPieces(items), areCached);
}

function* listPieces(items: Iterable<string>): Iterable<string> {
  yield '[';
  let isFirst = true;
  for (const item of items) {
    if (!isFirst) yield ',';
    isFirst = false;
    yield item;
  }
  yield ']';
}
