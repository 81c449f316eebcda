/** JSON as the node sends it. An integer that a double cannot hold is a bigint. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [member: string]: Json };

type WithSource = { readonly source?: string };
type Reviver = (key: string, value: unknown, context?: WithSource) => unknown;

const exactIntegers: Reviver = (_key, value, context) => {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  return source !== undefined && /^-?\d+$/.test(source) ? BigInt(source) : value;
};

/** Long numbers are rare: only texts that contain one are read with the slower reviver. */
const longNumber = /[:[,]\s*-?\d{16,}/;

/** JSON text → value; integers that a double cannot hold become bigints. Throws a SyntaxError. */
export function parseExact(text: string): Json {
  return JSON.parse(text, longNumber.test(text) ? exactIntegers : undefined);
}

/** The same way back; a bigint is written as a number. */
export function writeExact(value: unknown, indent = 2): string {
  const marked = JSON.stringify(
    value,
    (_key, item) => (typeof item === 'bigint' ? `\u0000${item}\u0000` : item),
    indent,
  );
  return (marked ?? 'undefined').replace(/"\\u0000(-?\d+)\\u0000"/g, '$1');
}
