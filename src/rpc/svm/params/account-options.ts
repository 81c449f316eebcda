import { type ContextOptions, optionsParam, readContextOptions } from './context-options.ts';
import { optional, readOneOf, readOptions, readU64 } from './read.ts';

const accountEncodings = ['binary', 'base58', 'base64', 'jsonParsed', 'base64+zstd'] as const;
export type AccountEncoding = (typeof accountEncodings)[number];

/** Which part of an account's data is asked for. */
export type DataSlice = { readonly offset: number; readonly length: number };

export type AccountOptions = ContextOptions & {
  readonly encoding: AccountEncoding;
  readonly dataSlice: DataSlice | undefined;
};

/** Without a wish the data is base64, in the pair form that interfaces promise. */
export function readAccountOptions(members: Readonly<Record<string, unknown>>): AccountOptions {
  const { minContextSlot, isConfirmed } = readContextOptions(members);
  return {
    minContextSlot,
    isConfirmed,
    encoding: optional(members.encoding, readEncoding) ?? 'base64',
    dataSlice: optional(members.dataSlice, readDataSlice),
  };
}

export const accountOptionsParam = optionsParam(
  readAccountOptions,
  'Options: encoding (base58, base64, base64+zstd, jsonParsed), dataSlice {offset, length}, commitment, minContextSlot.',
);

function readEncoding(json: unknown): AccountEncoding {
  return readOneOf(json, accountEncodings);
}

function readDataSlice(json: unknown): DataSlice {
  const { offset, length } = readOptions(json);
  return { offset: Number(readU64(offset, 'usize')), length: Number(readU64(length, 'usize')) };
}
