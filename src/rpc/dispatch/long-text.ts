import { LongText } from '../types.ts';

/** Characters from which on a text is written in parts, and characters of a part. */
const long = 64 * 1024;
const partLength = 32 * 1024;

/** Converts a long JSON text to one that is written in parts as the client reads it; returns others unchanged. */
export function inParts(text: string | LongText): string | LongText {
  if (typeof text !== 'string' || text.length < long) return text;
  const ascii = toAscii(text);
  return new LongText(() => slicesOf(ascii), ascii.length);
}

/** The same JSON value as ASCII text, whose number of bytes is known without encoding it. */
export function toAscii(text: string): string {
  if (Buffer.byteLength(text) === text.length) return text;
  return text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function* slicesOf(text: string): Iterable<string> {
  for (let start = 0; start < text.length; start += partLength) yield text.slice(start, start + partLength);
}

/** The response to a batch. A long one refers to the texts of its entries instead of joining them. */
export function batchText(replies: readonly (string | LongText)[]): string | LongText {
  const length = replies.reduce((sum, reply) => sum + reply.length, 0);
  if (length < long) return `[${replies.join(',')}]`;
  const each = replies.map((reply) => (typeof reply === 'string' ? toAscii(reply) : reply));
  return new LongText(
    () => batchParts(each),
    each.reduce((sum, reply) => sum + reply.length + 1, 1),
  );
}

function* batchParts(replies: readonly (string | LongText)[]): Iterable<string> {
  let start = '[';
  let waiting: string[] = [];
  let length = 0;
  for (const reply of replies) {
    const isLong = typeof reply !== 'string';
    if (isLong || length > partLength) {
      if (waiting.length > 0) yield `${start}${waiting.join(',')}`;
      if (waiting.length > 0) start = ',';
      waiting = [];
      length = 0;
    }
    if (isLong) {
      yield start;
      yield* reply.parts();
      start = ',';
    } else {
      waiting.push(reply);
      length += reply.length;
    }
  }
  yield waiting.length > 0 ? `${start}${waiting.join(',')}]` : ']';
}
