import type { ParamType } from './param-type.ts';

/** JSON text, or a RangeError that says what it is instead. */
export function textOf(json: unknown): string {
  if (typeof json !== 'string') throw new RangeError(`non-string: ${nameOf(json)}`);
  return json;
}

export const textType: ParamType<string> = { parse: textOf, schema: { type: 'string' } };

/** The hex digits behind `0x`. Throws a RangeError in the words of go-ethereum. */
export function hexDigitsOf(json: unknown): string {
  const text = textOf(json);
  if (text === '') throw new RangeError('empty hex string');
  if (!text.startsWith('0x') && !text.startsWith('0X')) throw new RangeError('hex string without 0x prefix');
  const digits = text.slice(2);
  if (!/^[0-9a-f]*$/i.test(digits)) throw new RangeError('invalid hex string');
  return digits;
}

/** What kind of JSON value it is, for error texts. */
export function nameOf(json: unknown): string {
  if (json === null) return 'null';
  if (Array.isArray(json)) return 'array';
  return typeof json === 'bigint' ? 'number' : typeof json;
}
