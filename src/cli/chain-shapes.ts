import * as z from 'zod';
import { quantitySchema } from './client.ts';

/** The members that commands read from responses of the node; all others pass through to --json. */
export const blockSchema = z.looseObject({
  number: quantitySchema,
  hash: z.string(),
  timestamp: quantitySchema,
  gasUsed: quantitySchema,
  gasLimit: quantitySchema,
  baseFeePerGas: quantitySchema,
  transactions: z.array(z.string()),
});

export const transactionSchema = z.looseObject({
  hash: z.string(),
  from: z.string(),
  to: z.string().nullable(),
  value: quantitySchema,
  nonce: quantitySchema,
});

export const receiptSchema = z.looseObject({
  transactionHash: z.string(),
  blockNumber: quantitySchema,
  status: quantitySchema,
  gasUsed: quantitySchema,
  effectiveGasPrice: quantitySchema,
});

export type Receipt = z.output<typeof receiptSchema>;
