import { JsonText, LongText } from '../contract.ts';

/** Characters from which on a part of a long text is full. */
const fullPart = 32 * 1024;

/** Texts of JSON values → text of the list of them. */
export function listText(items: readonly string[]): JsonText | LongText {
  const parts: string[] = [];
  let first = 0;
  let length = 0;
  items.forEach((item, index) => {
    length += item.length;
    if (length < fullPart) return;
    parts.push(joined(items, first, index + 1));
    first = index + 1;
    length = 0;
  });
  if (parts.length === 0) return new JsonText(`[${items.join(',')}]`);
  return new LongText(['[', ...parts, joined(items, first, items.length), ']']);
}

/** Some of the items in a row, with the comma before them. */
function joined(items: readonly string[], start: number, end: number): string {
  const text = items.slice(start, end).join(',');
  return start === 0 || start === end ? text : `,${text}`;
}
