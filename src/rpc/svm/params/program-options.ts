import { type BytesCoder, base58, base64 } from '@scure/base';
import { equalBytes } from '../../../primitives/bytes.ts';
import { mapValue, type ParamType, type ValueOf } from '../../params/param-type.ts';
import { invalidParams } from '../errors.ts';
import { type AccountOptions, accountMembers, accountOptionsOf } from './account-options.ts';
import { optionsParam } from './context-options.ts';
import { wrongType } from './json-type.ts';
import {
  booleanType,
  listType,
  nullType,
  type OptionsOf,
  optionsType,
  structType,
  textType,
  u8Type,
  u64Type,
  usizeType,
  variantType,
  wordType,
} from './svm-type.ts';

/** Whether an account with that data passes a filter. */
type Filter = (data: Uint8Array) => boolean;

export type ProgramAccountsOptions = AccountOptions & { readonly withContext: boolean; readonly accepts: Filter };

const maxFilters = 4;
const maxComparedBytes = 128;

/** No program here has made token accounts. */
const isTokenAccount: Filter = () => false;

const dataSizeType = mapValue(u64Type, (size): Filter => {
  const length = Number(size);
  return (data) => data.length === length;
});

const byteListType = listType(u8Type);
const comparedType: ParamType<string | readonly number[]> = {
  parse: (json) => (Array.isArray(json) ? byteListType : textType).parse(json),
  schema: { anyOf: [textType.schema, byteListType.schema] },
};

const comparisonMembers = { offset: usizeType, bytes: comparedType };
const encodingMembers = { encoding: wordType(['base58', 'base64', 'binary', 'bytes']) };

/** `{offset, bytes, encoding?}`: the data must have those bytes at that place. */
const comparisonType: ParamType<Filter> = {
  parse: (json) => {
    const { offset, bytes: compared } = structType(comparisonMembers).parse(json);
    const { encoding } = optionsType(encodingMembers).parse(json);
    const bytes = decodeCompared(compared, encoding);
    const [start, end] = [Number(offset), Number(offset) + bytes.length];
    return (data) => end <= data.length && equalBytes(data.subarray(start, end), bytes);
  },
  schema: { ...optionsType({ ...comparisonMembers, ...encodingMembers }).schema, required: ['offset', 'bytes'] },
};

const namedFilterType = variantType({
  dataSize: dataSizeType,
  memcmp: comparisonType,
  tokenAccountState: nullType,
});

const filterType: ParamType<Filter> = {
  parse: (json) => {
    if (json === 'tokenAccountState') return isTokenAccount;
    return namedFilterType.parse(json).value ?? isTokenAccount;
  },
  schema: { anyOf: [{ enum: ['tokenAccountState'] }, namedFilterType.schema] },
};

const tooManyFilters = () => invalidParams(`Too many filters provided; max ${maxFilters}`);
const programMembers = {
  ...accountMembers,
  filters: listType(filterType, { max: maxFilters, tooMany: tooManyFilters }),
  withContext: booleanType,
};

function programOptionsOf(members: OptionsOf<typeof programMembers>): ProgramAccountsOptions {
  const { filters = [], withContext = false } = members;
  const accepts: Filter = (data) => filters.every((passes) => passes(data));
  return { ...accountOptionsOf(members), withContext, accepts };
}

export const programOptionsParam = optionsParam(
  mapValue(optionsType(programMembers), programOptionsOf),
  'Options: encoding, dataSlice, filters (dataSize, memcmp), withContext, commitment, minContextSlot.',
);

type ComparedEncoding = ValueOf<(typeof encodingMembers)['encoding']>;

/** The bytes of a comparison: numbers, or a text in base58 unless the encoding says base64. */
function decodeCompared(compared: string | readonly number[], encoding: ComparedEncoding | undefined): Uint8Array {
  if (typeof compared !== 'string') {
    if (encoding === 'base58' || encoding === 'base64') throw wrongType(compared, `a string in ${encoding}`);
    if (compared.length > maxComparedBytes) throw tooLarge('encoded');
    return Uint8Array.from(compared);
  }
  if (encoding === 'bytes') throw wrongType(compared, 'a sequence');
  const decoder = encoding === 'base64' ? base64 : base58;
  const name = encoding === 'base64' ? 'base64' : 'base58';
  if (compared.length > longestEncoded[name]) throw tooLarge('encoded');
  const bytes = decode(decoder, name, compared);
  if (bytes.length > maxComparedBytes) throw tooLarge('decoded');
  return bytes;
}

/** Characters of the longest comparison. */
const longestEncoded = { base58: 175, base64: 172 };

const tooLarge = (what: string) => invalidParams(`Invalid param: ${what} binary data too large`);

function decode(decoder: BytesCoder, name: string, text: string): Uint8Array {
  try {
    return decoder.decode(text);
  } catch {
    throw invalidParams(`Invalid param: ${name} decode error`);
  }
}
