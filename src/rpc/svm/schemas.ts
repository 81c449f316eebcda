import type * as z from 'zod';

/** JSON schemas of results, for the OpenRPC document. */

type Schema = z.core.JSONSchema.BaseSchema;

export const integer: Schema = { type: 'integer', minimum: 0 };
export const text: Schema = { type: 'string' };
export const boolean: Schema = { type: 'boolean' };
export const object: Schema = { type: 'object' };

/** Schema of a list of these items. */
export function listOf(items: Schema): Schema {
  return { type: 'array', items };
}

/** Schema of the same value or null. */
export function orNull(schema: Schema): Schema {
  return { anyOf: [schema, { type: 'null' }] };
}

/** A result with the slot it holds for. */
export function contextOf(value: Schema): Schema {
  const context: Schema = { type: 'object', properties: { apiVersion: text, slot: integer } };
  return { type: 'object', properties: { context, value }, required: ['context', 'value'] };
}

export const account: Schema = {
  type: 'object',
  properties: {
    data: { type: 'array', items: text, minItems: 2, maxItems: 2 },
    executable: boolean,
    lamports: integer,
    owner: text,
    rentEpoch: integer,
    space: integer,
  },
};
