import { isObject } from '../../../primitives/objects.ts';
import type { Param } from '../../method.ts';
import { type ParamType, paramOf } from '../../params/param-type.ts';
import { invalidParams } from '../errors.ts';
import { wrongType } from './json-type.ts';
import { type Key, keyType } from './keys.ts';
import { structType } from './svm-type.ts';

/** Selects token accounts: those of one mint, or of one token program. */
export type TokenFilter = { readonly mint: Key } | { readonly programId: Key };

const mintType: ParamType<TokenFilter> = structType({ mint: keyType });
const programIdType: ParamType<TokenFilter> = structType({ programId: keyType });

const tokenFilterType: ParamType<TokenFilter> = {
  parse: (json) => {
    if (!isObject(json)) throw wrongType(json, 'a map');
    if (typeof json.mint === 'string') return mintType.parse(json);
    if (typeof json.programId === 'string') return programIdType.parse(json);
    throw invalidParams('Invalid params: unknown variant, expected one of `mint`, `programId`.');
  },
  schema: { anyOf: [mintType.schema, programIdType.schema] },
};

export const tokenFilterParam: Param<TokenFilter> = paramOf(
  'filter',
  'Either {mint} or {programId}, in base58.',
  tokenFilterType,
);
