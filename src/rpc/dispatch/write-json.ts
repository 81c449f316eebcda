import { JsonText } from '../../primitives/json-text.ts';
import { type JsonValue, LongText } from '../json-value.ts';

/**
 * Value → JSON text. Integers of any size are exact, JsonText is copied, members that are undefined are left out,
 * and numbers without a JSON form (infinite, NaN) become null.
 */
export function writeJson(value: JsonValue): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      return Number.isFinite(value) ? String(value) : 'null';
    case 'boolean':
      return value ? 'true' : 'false';
    case 'bigint':
      return value.toString();
    default:
      return value === null ? 'null' : writeComposite(value);
  }
}

type Composite = Exclude<JsonValue, null | boolean | number | bigint | string>;

function writeComposite(value: Composite): string {
  if (value instanceof JsonText) return value.text;
  if (value instanceof LongText) return value.toString();
  return isList(value) ? writeList(value) : writeObject(value);
}

function writeList(items: readonly JsonValue[]): string {
  return `[${items.map(writeJson).join(',')}]`; // joined at once: reading a string that was built piece by piece visits each piece
}

function writeObject(members: { readonly [member: string]: JsonValue | undefined }): string {
  let text = '{';
  let separator = '';
  for (const name of Object.keys(members)) {
    const member = members[name];
    if (member === undefined) continue;
    text += `${separator}${JSON.stringify(name)}:${writeJson(member)}`;
    separator = ',';
  }
  return `${text}}`;
}

/** `Array.isArray`, whose type does not exclude read-only lists. */
export function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
