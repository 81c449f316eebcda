import { LongText } from '../json-value.ts';

/** Minimum characters of a text that is written in parts, and characters of a part. */
export const long = 64 * 1024;
const partLength = 32 * 1024;

/** Converts a long JSON text to one that is written in parts as the client reads it, and a short one to a string. */
export function inParts(text: string | LongText): string | LongText {
  if (text.length < long) return text.toString();
  if (typeof text !== 'string') return text;
  const length = asciiLength(text);
  return new LongText(() => slicesOf(text, length === text.length), length);
}

/** Characters of an escape, which replaces a character that is not ASCII. */
const escapeLength = 6;

/** Length of `toAscii(text)`, without making it: to escape megabytes takes a tenth of a second for each. */
export function asciiLength(text: string): number {
  if (Buffer.byteLength(text) === text.length) return text.length;
  let escapes = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0x80) escapes++;
  return text.length + escapes * (escapeLength - 1);
}

const hexDigits = Buffer.from('0123456789abcdef');
const [backslash, letterU] = [0x5c, 0x75];

/**
 * The same JSON value as ASCII text, whose number of bytes is known without encoding it. Written as bytes, because
 * replacing by an expression takes ten times as long: 130 ms for 2.6 million characters.
 */
export function toAscii(text: string): string {
  const length = asciiLength(text);
  if (length === text.length) return text;
  const bytes = Buffer.alloc(length);
  let end = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes[end++] = unit;
    else {
      bytes[end++] = backslash;
      bytes[end++] = letterU;
      for (let shift = 12; shift >= 0; shift -= 4) bytes[end++] = hexDigits[(unit >> shift) & 0xf] ?? 0;
    }
  }
  return bytes.toString('latin1');
}

function* slicesOf(text: string, isAscii: boolean): Iterable<string> {
  const size = isAscii ? partLength : Math.floor(partLength / escapeLength);
  for (let start = 0; start < text.length; start += size) {
    const slice = text.slice(start, start + size);
    yield isAscii ? slice : toAscii(slice);
  }
}

/** Characters of a reply as ASCII. */
export function asciiLengthOf(reply: string | LongText): number {
  return typeof reply === 'string' ? asciiLength(reply) : reply.length;
}

/**
 * The response to a batch. A long one refers to the texts of its entries instead of joining them. `asciiLengths`: the
 * sum of those of the replies; measuring megabytes that are not ASCII takes a tenth of a second.
 */
export function batchText(
  replies: readonly (string | LongText)[],
  asciiLengths = replies.reduce((sum, reply) => sum + asciiLengthOf(reply), 0),
): string | LongText {
  const length = replies.reduce((sum, reply) => sum + reply.length, 0);
  if (length < long) return `[${replies.join(',')}]`;
  const each = replies.map(inParts);
  return new LongText(() => batchParts(each), asciiLengths + replies.length + 1);
}

function* batchParts(replies: readonly (string | LongText)[]): Iterable<string> {
  let start = '[';
  let waiting: string[] = [];
  let length = 0;
  for (const reply of replies) {
    const isLong = typeof reply !== 'string';
    if (isLong || length > partLength) {
      if (waiting.length > 0) yield toAscii(`${start}${waiting.join(',')}`);
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
  yield waiting.length > 0 ? toAscii(`${start}${waiting.join(',')}]`) : ']';
}
