import { base58 } from '@scure/base';
import { equalBytes } from '../../../primitives/bytes.ts';
import { invalidParams } from '../errors.ts';
import { type AccountOptions, readAccountOptions } from './account-options.ts';
import { optionsParam } from './context-options.ts';
import { wrongType } from './json-type.ts';
import { isObject, optional, readBoolean, readList, readOneOf, readOptions, readText, readU64 } from './read.ts';

export type ProgramAccountsOptions = AccountOptions & {
  readonly withContext: boolean;
  /** whether an account with that data passes the filters */
  readonly accepts: (data: Uint8Array) => boolean;
};

const maxFilters = 4;
const maxComparedBytes = 128;

/** Options of a question for all accounts of a program. */
function readProgramOptions(members: Readonly<Record<string, unknown>>): ProgramAccountsOptions {
  const filters = optional(members.filters, (json) => readList(json, (filter) => filter)) ?? [];
  if (filters.length > maxFilters) throw invalidParams(`Too many filters provided; max ${maxFilters}`);
  const tests = filters.map(readFilter);
  return {
    ...readAccountOptions(members),
    withContext: optional(members.withContext, readBoolean) ?? false,
    accepts: (data) => tests.every((passes) => passes(data)),
  };
}

export const programOptionsParam = optionsParam(
  readProgramOptions,
  'Options: encoding, dataSlice, filters (dataSize, memcmp), withContext, commitment, minContextSlot.',
);

/** What a filter asks of an account's data. Throws -32602 when it is no filter. */
function readFilter(filter: unknown): ProgramAccountsOptions['accepts'] {
  if (filter === 'tokenAccountState') return isTokenAccount;
  if (!isObject(filter)) throw wrongType(filter, 'a filter');
  if ('tokenAccountState' in filter) return isTokenAccount;
  if ('memcmp' in filter) return readComparison(readOptions(filter.memcmp));
  if (!('dataSize' in filter)) throw invalidParams('Invalid params: unknown filter.');
  const size = Number(readU64(filter.dataSize));
  return (data) => data.length === size;
}

/** No program here has made one. */
const isTokenAccount = () => false;

function readComparison(memcmp: Readonly<Record<string, unknown>>): ProgramAccountsOptions['accepts'] {
  const offset = Number(readU64(memcmp.offset, 'usize'));
  const encoding = optional(memcmp.encoding, (json) => readOneOf(json, ['base58', 'base64', 'binary'])) ?? 'base58';
  const text = readText(memcmp.bytes);
  if (text.length > 2 * maxComparedBytes) throw invalidParams('Invalid param: encoded binary data too large');
  const bytes = encoding === 'base64' ? new Uint8Array(Buffer.from(text, 'base64')) : decodeBase58(text);
  if (bytes.length > maxComparedBytes) throw invalidParams('Invalid param: decoded binary data too large');
  return (data) => equalBytes(data.subarray(offset, offset + bytes.length), bytes);
}

function decodeBase58(text: string): Uint8Array {
  try {
    return base58.decode(text);
  } catch {
    throw invalidParams('Invalid param: base58 decode error');
  }
}
