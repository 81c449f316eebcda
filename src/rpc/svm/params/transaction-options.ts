import { type ContextOptions, optionsParam, readContextOptions, requireConfirmed } from './context-options.ts';
import { optional, readBoolean, readOneOf, readU64 } from './read.ts';

const transactionEncodings = ['binary', 'base64', 'base58', 'json', 'jsonParsed'] as const;
export type TransactionEncoding = (typeof transactionEncodings)[number];

const detailLevels = ['full', 'signatures', 'none', 'accounts'] as const;

export type TransactionOptions = ContextOptions & {
  readonly encoding: TransactionEncoding;
  /** whether the client wants to be told the version of each transaction */
  readonly withVersion: boolean;
};

export type BlockOptions = TransactionOptions & {
  readonly details: (typeof detailLevels)[number];
  readonly rewards: boolean;
};

type Members = Readonly<Record<string, unknown>>;

function readTransactionOptions(members: Members): TransactionOptions {
  const options = readContextOptions(members);
  requireConfirmed(options);
  return {
    ...options,
    encoding: optional(members.encoding, (json) => readOneOf(json, transactionEncodings)) ?? 'json',
    withVersion: optional(members.maxSupportedTransactionVersion, (json) => readU64(json)) !== undefined,
  };
}

function readBlockOptions(members: Members): BlockOptions {
  return {
    ...readTransactionOptions(members),
    details: optional(members.transactionDetails, (json) => readOneOf(json, detailLevels)) ?? 'full',
    rewards: optional(members.rewards, readBoolean) ?? true,
  };
}

const described = 'encoding (json, jsonParsed, base64, base58), commitment, maxSupportedTransactionVersion';

/** An encoding alone may stand in the place of the options, as it once did. */
export const transactionOptionsParam = orEncoding(readTransactionOptions, `Options: ${described}.`);
export const blockOptionsParam = orEncoding(
  readBlockOptions,
  `Options: ${described}, transactionDetails (full, accounts, signatures, none), rewards.`,
);

function orEncoding<T>(read: (members: Members) => T, description: string) {
  const param = optionsParam(read, description);
  return {
    ...param,
    parse: (json: unknown) => (typeof json === 'string' ? read({ encoding: json }) : param.parse(json)),
  };
}
