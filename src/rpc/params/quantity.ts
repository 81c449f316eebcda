import type { JsonSchema, Param } from '../method.ts';
import { type ParamType, paramOf } from './param-type.ts';
import { hexDigitsOf, nameOf } from './text.ts';

/** Shape of results. */
export const quantitySchema = { type: 'string', pattern: '^0x(0|[1-9a-f][0-9a-f]*)$' } as const;

/** `0x…` without leading zeros → integer of at most `bits` bits. Throws a RangeError. */
function parseQuantityJson(json: unknown, bits: 8 | 64 | 256 = 256): bigint {
  const digits = hexDigitsOf(json);
  if (digits === '') throw new RangeError('hex string "0x"');
  if (digits.length > 1 && digits.startsWith('0')) throw new RangeError('hex number with leading zero digits');
  if (digits.length * 4 > bits) throw new RangeError(`hex number > ${bits} bits`);
  return BigInt(`0x${digits}`);
}

/** The same, for what is counted in JavaScript numbers: block heights, indexes. Throws a RangeError above 2^53. */
function parseCount(json: unknown): number {
  const value = Number(parseQuantityJson(json, 64));
  if (!Number.isSafeInteger(value)) throw new RangeError('hex number > 53 bits');
  return value;
}

/** As many digits as the largest 256-bit number has. */
const decimalPattern = /^\d{1,78}$/;

/** What development tools write for a quantity: a plain integer, decimal text, leading zeros. Others stay as they are. */
function inOneSpelling(json: unknown): unknown {
  const isInteger = typeof json === 'bigint' || (typeof json === 'number' && Number.isSafeInteger(json));
  if (isInteger && json >= 0) return `0x${json.toString(16)}`;
  if (typeof json !== 'string') return json;
  if (decimalPattern.test(json)) return `0x${BigInt(json).toString(16)}`;
  return json.replace(/^(0[xX])0+(?=[0-9a-fA-F])/, '$1');
}

/** As a quantity, a plain JSON integer or decimal text. Throws a RangeError above 2^53. */
function parseLooseCount(json: unknown): number {
  if (typeof json === 'bigint') throw new RangeError('number > 53 bits');
  if (typeof json === 'number' && !(Number.isSafeInteger(json) && json >= 0))
    throw new RangeError(`not a count: ${json}`);
  return parseCount(inOneSpelling(json));
}

/** A quantity, a plain JSON integer or decimal text: development tools send all of them. Throws a RangeError. */
export function parseLooseQuantity(json: unknown, bits: 64 | 256 = 256): bigint {
  return parseQuantityJson(inOneSpelling(json), bits);
}

/** An integer of at most `bits` bits. */
export function quantityType(bits: 8 | 64 | 256): ParamType<bigint> {
  const pattern = `^0[xX](0|[1-9a-fA-F][0-9a-fA-F]{0,${bits / 4 - 1}})$`;
  return { parse: (json) => parseQuantityJson(json, bits), schema: { type: 'string', pattern } };
}

/** at most 2^53 - 1: 53 bits are 13 digits, or 14 that begin with 1 */
const countText: JsonSchema = {
  type: 'string',
  pattern: '^0[xX](0|[1-9a-fA-F][0-9a-fA-F]{0,12}|1[0-9a-fA-F]{13})$',
};
export const countType: ParamType<number> = { parse: parseCount, schema: countText };

function integerSchema(most: number): JsonSchema {
  return { type: 'integer', minimum: 0, maximum: most };
}

/** The parser is stricter: it rejects what is larger than its type. */
export const decimalText: JsonSchema = { type: 'string', pattern: '^[0-9]{1,78}$' };

/** A count, as a quantity that may begin with zeros, a plain integer or decimal text. */
export const looseCountType: ParamType<number> = {
  parse: parseLooseCount,
  schema: {
    oneOf: [
      { type: 'string', pattern: '^0[xX]0*([0-9a-fA-F]{1,13}|1[0-9a-fA-F]{13})$' },
      decimalText,
      integerSchema(Number.MAX_SAFE_INTEGER),
    ],
  },
};

/** An amount, likewise. */
export function looseQuantityType(bits: 64 | 256): ParamType<bigint> {
  const text: JsonSchema = { type: 'string', pattern: `^0[xX]0*[0-9a-fA-F]{1,${bits / 4}}$` };
  return {
    parse: (json) => parseLooseQuantity(json, bits),
    schema: { oneOf: [text, decimalText, { type: 'integer', minimum: 0 }] },
  };
}

export const booleanType: ParamType<boolean> = { parse: parseBoolean, schema: { type: 'boolean' } };

/** A parameter that is a count, as a quantity or a plain integer. */
export function countParam(name: string, description: string): Param<number> {
  return paramOf(name, description, countType);
}

/** A parameter that is true or false. */
export function booleanParam(name: string, description: string): Param<boolean> {
  return paramOf(name, description, booleanType);
}

/** JSON true or false. Throws a RangeError. */
export function parseBoolean(json: unknown): boolean {
  if (typeof json !== 'boolean') throw new RangeError(`non-boolean: ${nameOf(json)}`);
  return json;
}
