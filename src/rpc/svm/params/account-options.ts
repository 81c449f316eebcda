import { mapValue } from '../../params/param-type.ts';
import { type ContextOptions, contextMembers, contextOptionsOf, optionsParam } from './context-options.ts';
import { type OptionsOf, optionsType, structType, usizeType, wordType } from './svm-type.ts';

const accountEncodings = ['binary', 'base58', 'base64', 'jsonParsed', 'base64+zstd'] as const;
export type AccountEncoding = (typeof accountEncodings)[number];

/** A part of the data of an account. */
export type DataSlice = { readonly offset: number; readonly length: number };

export type AccountOptions = ContextOptions & {
  readonly encoding: AccountEncoding;
  readonly dataSlice: DataSlice | undefined;
};

const sizeType = mapValue(usizeType, Number);

export const accountMembers = {
  ...contextMembers,
  encoding: wordType(accountEncodings),
  dataSlice: structType({ offset: sizeType, length: sizeType }),
};

/** The default encoding is base64, whose form is a pair of data and encoding. */
export function accountOptionsOf(members: OptionsOf<typeof accountMembers>): AccountOptions {
  return { ...contextOptionsOf(members), encoding: members.encoding ?? 'base64', dataSlice: members.dataSlice };
}

export const accountOptionsParam = optionsParam(
  mapValue(optionsType(accountMembers), accountOptionsOf),
  'Options: encoding (base58, base64, base64+zstd, jsonParsed), dataSlice {offset, length}, commitment, minContextSlot.',
);
