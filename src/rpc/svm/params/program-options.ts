import { base58 } from '@scure/base';
import { equalBytes } from '../../../primitives/bytes.ts';
import { isObject } from '../../../primitives/objects.ts';
import { mapValue, type ParamType } from '../../params/param-type.ts';
import { invalidParams } from '../errors.ts';
import { type AccountOptions, accountMembers, accountOptionsOf } from './account-options.ts';
import { optionsParam } from './context-options.ts';
import { wrongType } from './json-type.ts';
import {
  booleanType,
  listType,
  type OptionsOf,
  optionsType,
  structType,
  textType,
  u64Type,
  usizeType,
  wordType,
} from './svm-type.ts';

/** Whether an account with that data passes a filter. */
type Filter = (data: Uint8Array) => boolean;

export type ProgramAccountsOptions = AccountOptions & { readonly withContext: boolean; readonly accepts: Filter };

const maxFilters = 4;
const maxComparedBytes = 128;

/** No program here has made token accounts. */
const isTokenAccount: Filter = () => false;

const dataSizeType = mapValue(structType({ dataSize: u64Type }), ({ dataSize }): Filter => {
  const size = Number(dataSize);
  return (data) => data.length === size;
});

const comparisonMembers = { offset: usizeType, bytes: textType };
const encodingMembers = { encoding: wordType(['base58', 'base64', 'binary']) };

/** `{offset, bytes, encoding?}`: the data must have those bytes at that place. */
const comparisonType: ParamType<Filter> = {
  parse: (json) => {
    const { offset, bytes: text } = structType(comparisonMembers).parse(json);
    const { encoding } = optionsType(encodingMembers).parse(json);
    const bytes = decodeCompared(text, encoding ?? 'base58');
    const start = Number(offset);
    return (data) => equalBytes(data.subarray(start, start + bytes.length), bytes);
  },
  schema: { ...optionsType({ ...comparisonMembers, ...encodingMembers }).schema, required: ['offset', 'bytes'] },
};

const memcmpType = mapValue(structType({ memcmp: comparisonType }), ({ memcmp }) => memcmp);

const filterType: ParamType<Filter> = {
  parse: (json) => {
    if (json === 'tokenAccountState') return isTokenAccount;
    if (!isObject(json)) throw wrongType(json, 'a filter');
    if ('tokenAccountState' in json) return isTokenAccount;
    if ('memcmp' in json) return memcmpType.parse(json);
    if ('dataSize' in json) return dataSizeType.parse(json);
    throw invalidParams('Invalid params: unknown filter.');
  },
  schema: { anyOf: [{ enum: ['tokenAccountState'] }, memcmpType.schema, dataSizeType.schema] },
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

function decodeCompared(text: string, encoding: 'base58' | 'base64' | 'binary'): Uint8Array {
  if (text.length > 2 * maxComparedBytes) throw invalidParams('Invalid param: encoded binary data too large');
  const bytes = encoding === 'base64' ? new Uint8Array(Buffer.from(text, 'base64')) : decodeBase58(text);
  if (bytes.length > maxComparedBytes) throw invalidParams('Invalid param: decoded binary data too large');
  return bytes;
}

function decodeBase58(text: string): Uint8Array {
  try {
    return base58.decode(text);
  } catch {
    throw invalidParams('Invalid param: base58 decode error');
  }
}
