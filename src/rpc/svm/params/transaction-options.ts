import type { Param } from '../../method.ts';
import { mapValue, type ParamType } from '../../params/param-type.ts';
import {
  type ContextOptions,
  contextMembers,
  contextOptionsOf,
  optionsParam,
  requireConfirmed,
} from './context-options.ts';
import { booleanType, type OptionsOf, optionsType, u8Type, wordType } from './svm-type.ts';

const transactionEncodings = ['binary', 'base64', 'base58', 'json', 'jsonParsed'] as const;
export type TransactionEncoding = (typeof transactionEncodings)[number];

const detailLevels = ['full', 'signatures', 'none', 'accounts'] as const;

export type TransactionOptions = ContextOptions & {
  readonly encoding: TransactionEncoding;
  /** whether each transaction has its version */
  readonly withVersion: boolean;
};

export type BlockOptions = TransactionOptions & {
  readonly details: (typeof detailLevels)[number];
  readonly rewards: boolean;
};

const transactionMembers = {
  ...contextMembers,
  encoding: wordType(transactionEncodings),
  maxSupportedTransactionVersion: u8Type,
};

const blockMembers = { ...transactionMembers, transactionDetails: wordType(detailLevels), rewards: booleanType };

const blockUpdateMembers = {
  ...transactionMembers,
  transactionDetails: wordType(detailLevels),
  showRewards: booleanType,
};

function transactionOptionsOf(members: OptionsOf<typeof transactionMembers>): TransactionOptions {
  const options = contextOptionsOf(members);
  requireConfirmed(options);
  const { encoding = 'json', maxSupportedTransactionVersion } = members;
  return { ...options, encoding, withVersion: maxSupportedTransactionVersion !== undefined };
}

function blockOptionsOf(members: OptionsOf<typeof blockMembers>): BlockOptions {
  const { transactionDetails: details = 'full', rewards = true } = members;
  return { ...transactionOptionsOf(members), details, rewards };
}

/** The defaults differ from those of getBlock, as in the reference. */
function blockUpdateOptionsOf(members: OptionsOf<typeof blockUpdateMembers>): BlockOptions {
  const { encoding = 'base64', transactionDetails: details = 'full', showRewards: rewards = false } = members;
  return { ...transactionOptionsOf({ ...members, encoding }), details, rewards };
}

const described = 'encoding (json, jsonParsed, base64, base58), commitment, maxSupportedTransactionVersion';

export const transactionOptionsParam = orEncoding(
  mapValue(optionsType(transactionMembers), transactionOptionsOf),
  `Options: ${described}.`,
);
export const blockOptionsParam = orEncoding(
  mapValue(optionsType(blockMembers), blockOptionsOf),
  `Options: ${described}, transactionDetails (full, accounts, signatures, none), rewards.`,
);

export const blockUpdateOptionsParam = optionsParam(
  mapValue(optionsType(blockUpdateMembers), blockUpdateOptionsOf),
  `Options: ${described}, transactionDetails (full, accounts, signatures, none), showRewards.`,
);

/** An encoding alone may stand in place of the options, as in old versions of the interface. */
function orEncoding<T>({ parse, schema }: ParamType<T>, description: string): Param<T> {
  const type = {
    parse: (json: unknown) => parse(typeof json === 'string' ? { encoding: json } : json),
    schema: { anyOf: [schema, transactionMembers.encoding.schema] },
  };
  return optionsParam(type, description);
}
