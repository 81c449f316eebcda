import { base58 } from '@scure/base';
import { invalidParams } from '../faults.ts';
import { type AccountOptions, readAccountOptions } from './account-options.ts';
import { optionsParam } from './context-options.ts';
import { wrongType } from './json-type.ts';
import { isObject, optional, readBoolean, readList, readOptions, readText, readU64, readWord } from './read.ts';

export type ProgramAccountsOptions = AccountOptions & { readonly withContext: boolean };

const maxFilters = 4;
const maxComparedBytes = 128;

/**
 * Options of a question for all accounts of a program. The filters are checked and not kept: the programs whose
 * accounts can be listed have none.
 */
export function readProgramOptions(members: Readonly<Record<string, unknown>>): ProgramAccountsOptions {
  const filters = optional(members.filters, (json) => readList(json, (filter) => filter)) ?? [];
  if (filters.length > maxFilters) throw invalidParams(`Too many filters provided; max ${maxFilters}`);
  for (const filter of filters) checkFilter(filter);
  return { ...readAccountOptions(members), withContext: optional(members.withContext, readBoolean) ?? false };
}

export const programOptionsParam = optionsParam(
  readProgramOptions,
  'Options: encoding, dataSlice, filters (dataSize, memcmp), withContext, commitment, minContextSlot.',
);

function checkFilter(filter: unknown): void {
  if (filter === 'tokenAccountState') return;
  if (!isObject(filter)) throw wrongType(filter, 'a filter');
  if ('dataSize' in filter) readU64(filter.dataSize);
  else if ('memcmp' in filter) checkComparison(readOptions(filter.memcmp));
  else if (!('tokenAccountState' in filter)) throw invalidParams('Invalid params: unknown filter.');
}

function checkComparison(memcmp: Readonly<Record<string, unknown>>): void {
  readU64(memcmp.offset, 'usize');
  const encoding = optional(memcmp.encoding, (json) => readWord(json, ['base58', 'base64', 'binary'])) ?? 'base58';
  const text = readText(memcmp.bytes);
  if (text.length > 2 * maxComparedBytes) throw invalidParams('Invalid param: encoded binary data too large');
  const size = encoding === 'base64' ? Buffer.from(text, 'base64').length : base58Length(text);
  if (size > maxComparedBytes) throw invalidParams('Invalid param: decoded binary data too large');
}

function base58Length(text: string): number {
  try {
    return base58.decode(text).length;
  } catch {
    throw invalidParams('Invalid param: base58 decode error');
  }
}
