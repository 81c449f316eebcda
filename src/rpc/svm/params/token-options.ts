import type { Param } from '../../types.ts';
import { invalidParams } from '../errors.ts';
import { type Key, readKey } from './keys.ts';
import { readOptions } from './read.ts';

/** Which token accounts are asked for: of one mint, or of one token program. */
export type TokenFilter = { readonly mint: Key } | { readonly programId: Key };

export const tokenFilterParam: Param<TokenFilter> = {
  name: 'filter',
  description: 'Either {mint} or {programId}, in base58.',
  required: true,
  parse: (json) => {
    const { mint, programId } = readOptions(json);
    if (typeof mint === 'string') return { mint: readKey(mint) };
    if (typeof programId === 'string') return { programId: readKey(programId) };
    throw invalidParams('Invalid params: unknown variant, expected one of `mint`, `programId`.');
  },
  schema: { type: 'object' },
};
