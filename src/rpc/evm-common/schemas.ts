import type { JsonSchema } from '../method.ts';

/** Shapes of results that several methods share; the full ones are those of the published Ethereum specification. */
export const blockSchema: JsonSchema = { type: 'object', description: 'Block, with transactions or their hashes.' };
export const transactionSchema: JsonSchema = {
  type: 'object',
  description: 'Transaction with the members of its type.',
};
export const receiptSchema: JsonSchema = { type: 'object', description: 'Receipt with logs.' };
export const logsSchema: JsonSchema = {
  type: 'array',
  items: { type: 'object', description: 'Log with its position.' },
};

/** The same shape, or null. */
export function nullable(schema: JsonSchema): JsonSchema {
  return { oneOf: [schema, { type: 'null' }] };
}
