import { JsonText } from '../../primitives/json-text.ts';
import { LongText } from '../json-value.ts';

/** Characters from which on a list is long. */
const longList = 64 * 1024;

/** Texts of JSON values → text of their JSON array. */
export function listText(items: readonly string[]): JsonText | LongText {
  return items.every(isAscii) ? asciiListText(items) : new JsonText(`[${items.join(',')}]`);
}

/** The same for texts that are known to be ASCII, which saves a check that would flatten joined strings. */
export function asciiListText(items: readonly string[]): JsonText | LongText {
  let length = items.length + 1; // brackets and commas
  for (const item of items) length += item.length;
  return length < longList ? new JsonText(`[${items.join(',')}]`) : new LongText(() => listParts(items), length);
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

/** Approximate characters of a part. */
const partLength = 32 * 1024;

function* listParts(items: readonly string[]): Iterable<string> {
  let first = 0;
  let length = 0;
  for (let index = 0; index < items.length; index++) {
    length += items[index]?.length ?? 0;
    if (length < partLength) continue;
    yield joined(items, first, index + 1);
    first = index + 1;
    length = 0;
  }
  yield `${joined(items, first, items.length)}]`;
}

/** Some consecutive items, with the bracket or the comma before them. */
function joined(items: readonly string[], start: number, end: number): string {
  const text = items.slice(start, end).join(',');
  if (start === 0) return `[${text}`;
  return start === end ? '' : `,${text}`;
}
