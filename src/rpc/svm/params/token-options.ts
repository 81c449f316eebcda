import type { Param } from '../../method.ts';
import { mapValue, paramOf } from '../../params/param-type.ts';
import { type Key, keyType } from './keys.ts';
import { variantType } from './svm-type.ts';

/** Selects token accounts: those of one mint, or of one token program. */
export type TokenFilter = { readonly mint: Key } | { readonly programId: Key };

const tokenFilterType = mapValue(
  variantType({ mint: keyType, programId: keyType }),
  ({ name, value }): TokenFilter => (name === 'mint' ? { mint: value } : { programId: value }),
);

export const tokenFilterParam: Param<TokenFilter> = paramOf(
  'filter',
  'Either {mint} or {programId}, in base58.',
  tokenFilterType,
);
