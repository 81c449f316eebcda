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

/**
 * The text of pieces, which are ASCII. Throws a ResponseTooLongError as soon as they have more than `limit` characters.
 */
export function textOfPieces(pieces: Iterable<string>, limit = Number.POSITIVE_INFINITY): JsonText | LongText {
  const joiner = new PieceJoiner(limit);
  for (const piece of pieces) joiner.add(piece);
  return joiner.text();
}
