import * as z from 'zod';
import { addressOfPrivateKey, isPrivateKey } from '#qord/primitives/crypto/secp256k1.ts';
import type { Hash } from '#qord/primitives/hash.ts';
import { addressField, bytesField, integerField, recipientField, wordField } from './fields.ts';

/** A file of GeneralStateTests: one transaction with variants, and the state that each variant leaves, by fork. */

const accountSchema = z.object({
  balance: integerField,
  nonce: integerField,
  code: bytesField,
  storage: z.record(wordField, wordField),
});

const accessListSchema = z.array(z.object({ address: addressField, storageKeys: z.array(wordField) }));

const authorizationSchema = z
  .object({
    chainId: integerField,
    address: addressField,
    nonce: integerField,
    v: integerField.optional(),
    yParity: integerField.optional(),
    r: integerField,
    s: integerField,
  })
  .transform(({ v, yParity, ...rest }) => ({ ...rest, yParity: yParity ?? v ?? 0n }));

const transactionFields = z.object({
  nonce: integerField,
  gasPrice: integerField.optional(),
  maxFeePerGas: integerField.optional(),
  maxPriorityFeePerGas: integerField.optional(),
  gasLimit: z.array(integerField),
  to: recipientField,
  value: z.array(integerField),
  data: z.array(bytesField),
  accessLists: z.array(accessListSchema.nullable()).optional(),
  authorizationList: z.array(authorizationSchema).optional(),
  blobVersionedHashes: z.array(wordField).optional(),
  maxFeePerBlobGas: integerField.optional(),
  sender: addressField.optional(),
  secretKey: bytesField.optional(),
});

/** Older files give the key only. */
const transactionSchema = transactionFields.transform(({ sender, secretKey, ...rest }, context) => {
  if (sender !== undefined) return { ...rest, sender };
  if (secretKey !== undefined && isPrivateKey(secretKey)) return { ...rest, sender: addressOfPrivateKey(secretKey) };
  context.addIssue({ code: 'custom', message: 'neither sender nor secretKey' });
  return z.NEVER;
});

const environmentSchema = z.object({
  currentCoinbase: addressField,
  currentGasLimit: integerField,
  currentNumber: integerField,
  currentTimestamp: integerField,
  currentBaseFee: integerField.default(10n),
  currentRandom: wordField.optional(),
  currentDifficulty: wordField.optional(),
  currentExcessBlobGas: integerField.default(0n),
});

const accountsSchema = z.record(addressField, accountSchema);

const postSchema = z.object({
  hash: wordField,
  logs: wordField,
  indexes: z.object({ data: z.number(), gas: z.number(), value: z.number() }),
  txbytes: bytesField.optional(),
  expectException: z.string().optional(),
  state: accountsSchema.optional(),
});

const blobScheduleSchema = z.record(
  z.string(),
  z.object({ max: integerField, baseFeeUpdateFraction: integerField }).partial(),
);

export const stateTestSchema = z.object({
  env: environmentSchema,
  pre: accountsSchema,
  transaction: transactionSchema,
  post: z.record(z.string(), z.array(postSchema)),
  config: z.object({ chainid: integerField.optional(), blobSchedule: blobScheduleSchema.optional() }).optional(),
});

export type StateTest = z.output<typeof stateTestSchema>;
/** By address. */
export type TestAccounts = Readonly<Record<string, TestAccount>>;
export type TestAccount = {
  readonly nonce: bigint;
  readonly balance: bigint;
  readonly code: Uint8Array;
  /** slot → word */
  readonly storage: Readonly<Record<string, Hash>>;
};
export type TestTransaction = z.output<typeof transactionSchema>;
export type TestPost = z.output<typeof postSchema>;
