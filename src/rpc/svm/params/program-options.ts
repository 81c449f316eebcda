import { base58 } from '@scure/base';
import { invalidParams } from '../faults.ts';
import { type AccountOptions, readAccountOptions } from './account-options.ts';
import { optionsParam } from './context-options.ts';
import { wrongType } from './json-type.ts';
import { isObject, optional, readBoolean, readList, readOptions, readText, readU64, readWord } from './read.ts';

export type ProgramAccountsOptions = AccountOptions & {
  readonly withContext: boolean;
  /** whether accounts without data pass the filters: no others exist */
  readonly acceptsNoData: boolean;
};

const maxFilters = 4;
const maxComparedBytes = 128;

/** Options of a question for all accounts of a program. */
function readProgramOptions(members: Readonly<Record<string, unknown>>): ProgramAccountsOptions {
  const filters = optional(members.filters, (json) => readList(json, (filter) => filter)) ?? [];
  if (filters.length > maxFilters) throw invalidParams(`Too many filters provided; max ${maxFilters}`);
  return {
    ...readAccountOptions(members),
    withContext: optional(members.withContext, readBoolean) ?? false,
    acceptsNoData: filters.map(passesNoData).every(Boolean),
  };
}

export const programOptionsParam = optionsParam(
  readProgramOptions,
  'Options: encoding, dataSlice, filters (dataSize, memcmp), withContext, commitment, minContextSlot.',
);

/** Whether an account without data passes a filter. Throws -32602 when it is none. */
function passesNoData(filter: unknown): boolean {
  if (filter === 'tokenAccountState') return false;
  if (!isObject(filter)) throw wrongType(filter, 'a filter');
  if ('dataSize' in filter) return Number(readU64(filter.dataSize)) === 0;
  if ('memcmp' in filter) return comparedLength(readOptions(filter.memcmp)) === 0;
  if ('tokenAccountState' in filter) return false;
  throw invalidParams('Invalid params: unknown filter.');
}

/** Up to which byte of the data a comparison reaches. */
function comparedLength(memcmp: Readonly<Record<string, unknown>>): number {
  const offset = Number(readU64(memcmp.offset, 'usize'));
  const encoding = optional(memcmp.encoding, (json) => readWord(json, ['base58', 'base64', 'binary'])) ?? 'base58';
  const text = readText(memcmp.bytes);
  if (text.length > 2 * maxComparedBytes) throw invalidParams('Invalid param: encoded binary data too large');
  const size = encoding === 'base64' ? Buffer.from(text, 'base64').length : base58Length(text);
  if (size > maxComparedBytes) throw invalidParams('Invalid param: decoded binary data too large');
  return offset + size;
}

function base58Length(text: string): number {
  try {
    return base58.decode(text).length;
  } catch {
    throw invalidParams('Invalid param: base58 decode error');
  }
}
