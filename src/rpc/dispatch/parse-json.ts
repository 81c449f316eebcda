import type { JsonValue } from '../json-value.ts';
import { parseExactJson } from './exact-json.ts';

/**
 * Matches numbers that JSON.parse could change: with 16 digits or more, negative zero, or with a fraction or exponent.
 * It also matches such text within strings, which only costs time.
 */
const delicateNumber = /[[:,\s](?:-?\d{16}|-?\d+[.eE]|-0)/;

/**
 * JSON text → value, with integers of any size exact (see parseExactJson). Throws a SyntaxError, or a RangeError when
 * arrays and objects are nested deeper than `maxDepth`, or have more than `maxValues` items and members together. A
 * member counts as two, for its name: an object of many names takes V8 more than twice as long as a list.
 */
export function parseJson(text: string, maxDepth: number, maxValues = Number.POSITIVE_INFINITY): JsonValue {
  if (text.length > maxValues && hasMore(text, ',:[{', maxValues)) {
    throw new RangeError(`more than ${maxValues} values (max-request-values)`);
  }
  if (text.length > 2 * maxDepth && hasMore(text, '[{', maxDepth) && isDeeper(text, maxDepth)) {
    throw new RangeError(`nested deeper than ${maxDepth} levels`);
  }
  return delicateNumber.test(text) ? parseExactJson(text) : JSON.parse(text);
}

const quote = 0x22;
const backslash = 0x5c;

/**
 * Whether the text has more than `limit` of the characters together, also in strings: a fast check, since V8 searches for
 * one character in many at a time.
 */
function hasMore(text: string, characters: string, limit: number): boolean {
  let count = 0;
  for (const character of characters) {
    for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
      if (++count > limit) return true;
    }
  }
  return false;
}

/** Skips strings. The result may be wrong for text that is not JSON, which is rejected later. */
function isDeeper(text: string, limit: number): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === quote) i = endOfString(text, i);
    // [ and { differ from ] and } in bits 1 and 2 only: 0x5b 0x7b, 0x5d 0x7d
    else if ((code & 0xdf) === 0x5b) {
      depth++;
      if (depth > limit) return true;
    } else if ((code & 0xdf) === 0x5d) depth--;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}
