import type { Reader, Table } from './types.ts';

/** Number of rows of a table. Reads all of its keys. */
export function countRows(reader: Reader, table: Table): number {
  let rows = 0;
  for (const _ of reader.range(table)) rows++;
  return rows;
}
