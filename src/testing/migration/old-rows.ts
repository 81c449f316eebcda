import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { Batch } from '../../store/batch.ts';

/**
 * All rows of a chain in data format 11, as the last version with that format wrote them: 23 blocks with empty ones,
 * transactions of every type, calls of modules, logs, failures, a creation, punished misbehaviour and, at the end, nodes
 * of trees that are not written yet; `fork`: 8 blocks from height 9 above another network, which is stored in part.
 * For each row: table (1 byte), lengths of key (1) and value (4), key, value.
 */
export function oldRows(chain: 'own' | 'fork' = 'own'): Batch {
  const file = readFileSync(`src/chain/migrate/fixtures/format-11${chain === 'fork' ? '-fork' : ''}.br`);
  const bytes = brotliDecompressSync(file);
  const batch = new Batch();
  for (let at = 0; at < bytes.length; ) {
    const table = bytes.readUInt8(at);
    const key = at + 6;
    const value = key + bytes.readUInt8(at + 1);
    const end = value + bytes.readUInt32BE(at + 2);
    batch.put(table, Uint8Array.from(bytes.subarray(key, value)), Uint8Array.from(bytes.subarray(value, end)));
    at = end;
  }
  return batch;
}

/** What `chainReadings` returned of that chain, for all of its accounts, when that version read it. */
export const oldReadings = {
  blocks: 'a58ac77fa9d786e3',
  hashes: '3e65f8fc78c13e2b',
  receipts: '0eee04f92715b14a',
  located: '3a9b8ed66667bbb4',
  effects: '1fbb72014abd01ad',
  logs: '56bd49bfdc992cfe',
  histories: 'd8e34787c792f62c',
  states: '738006b2372466cc',
  proofs: 'c238b226f1f5930c',
  total: '246fa975c10850d0',
};
