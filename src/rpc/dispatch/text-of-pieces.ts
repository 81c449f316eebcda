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
  readonly #parts: string[] = [];
  #waiting: string[] = [];
  #waitingLength = 0;
  #length = 0;

  /** `limit`: characters of the text */
  constructor(limit: number) {
    this.#limit = limit;
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
    return parts.length < 2 ? new JsonText(parts[0] ?? '') : new LongText(() => parts, this.#length);
  }

  #join(): void {
    if (this.#waiting.length > 0) this.#parts.push(this.#waiting.join(''));
    this.#waiting = [];
    this.#waitingLength = 0;
  }
}

/** JSON text in pieces, which are ASCII and made when it is written: a thread that sends it never holds all of it. */
export class TextPieces {
  readonly #pieces: () => Iterable<string>;

  constructor(pieces: () => Iterable<string>) {
    this.#pieces = pieces;
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#pieces()[Symbol.iterator]();
  }

  /** Throws a ResponseTooLongError as soon as the pieces have more than `limit` characters. */
  joined(limit = Number.POSITIVE_INFINITY): JsonText | LongText {
    const joiner = new PieceJoiner(limit);
    for (const piece of this) joiner.add(piece);
    return joiner.text();
  }
}

/** The JSON array of texts, which are ASCII. */
export function listText(items: Iterable<string>): TextPieces {
  return new TextPieces(() => listPieces(items));
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
