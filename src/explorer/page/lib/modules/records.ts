import type { Json } from '../node/exact-json.ts';
import { type QueryState, useRpc } from '../node/query.ts';

/** A row of a table of a module. */
export type Row<T> = { readonly key: readonly string[]; readonly value: T };

/** Rows of a table, in the order of their keys. */
export function useRecords<T>(
  module: string,
  record: string,
  { prefix = [], limit = 200, from }: { prefix?: readonly string[]; limit?: number; from?: readonly string[] } = {},
): QueryState<readonly Row<T>[]> {
  const params = [module, record, prefix, limit, ...(from === undefined ? [] : [from])];
  return useRpc<readonly Row<T>[]>('qord_listRecords', params, {
    live: true,
    rolling: `${module} ${record} ${prefix.join(' ')}`,
  });
}

/** The one record of a kind. */
export function useRecord<T = Json>(module: string, record: string): QueryState<T> {
  return useRpc<T>('qord_getRecord', [module, record], { live: true });
}
