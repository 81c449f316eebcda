import type { Param } from '../contract.ts';
import { parseLooseCount, parseLooseQuantity, quantitySchema } from '../params/quantity.ts';

const looseSchema = { oneOf: [{ ...quantitySchema }, { type: 'integer' as const }] };

/** An amount, as a quantity or a number. */
export function amountParam(name: string, description: string): Param<bigint> {
  return { name, description, required: true, schema: looseSchema, parse: parseLooseQuantity };
}

/** A count, a time in seconds or a height, as a quantity or a number. */
export function numberParam(name: string, description: string): Param<number> {
  return { name, description, required: true, schema: looseSchema, parse: parseLooseCount };
}
