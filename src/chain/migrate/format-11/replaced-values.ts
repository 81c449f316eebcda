import { ByteReader } from '../../../primitives/byte-reader.ts';
import { concatBytes, emptyBytes } from '../../../primitives/bytes.ts';
import type { HistoryKey } from '../../../state/history-key.ts';
import { heightKey, ownedKey } from '../../../state/keys.ts';
import type { Replaced, SupplyChange } from '../../../state/replaced-values.ts';
import type { Reader } from '../../../store/types.ts';
import { frequentAddresses } from './frequent-addresses.ts';

const blocksTable = 64;
const replacedPart = 8;

/** What the keys of frequent addresses begin with. */
const frequentOwners = frequentAddresses.map((address) => ownedKey(address));

/** What a block replaced of the state; undefined: it changed nothing. */
export type ReplacedRows = { readonly supply: SupplyChange; readonly values: readonly Replaced[] };

/**
 * The rows of a height: wei minted, wei burned, whether more rows follow, then for each key how many bytes it shares with
 * the key before, the rest of it (or no bytes, the number of a frequent address, and what follows that), and the value.
 */
export function readReplaced(reader: Reader, height: number): ReplacedRows | undefined {
  const start = concatBytes(heightKey(height), Uint8Array.of(replacedPart));
  const end = concatBytes(heightKey(height), Uint8Array.of(replacedPart + 1));
  let supply: SupplyChange | undefined;
  const values: Replaced[] = [];
  for (const [, row] of reader.range(blocksTable, { start, end })) {
    const items = new ByteReader(row);
    if (supply === undefined) {
      supply = { minted: items.bigint(), burned: items.bigint() };
      items.byte();
    }
    let key: HistoryKey = emptyBytes;
    while (!items.atEnd) {
      const shared = items.integer();
      key = concatBytes(key.subarray(0, shared), readRest(items, shared));
      values.push([key, items.bytes()]);
    }
  }
  return supply && { supply, values };
}

/** The rest of a key that shares so many bytes with the one before. */
function readRest(items: ByteReader, shared: number): Uint8Array {
  const rest = items.bytes();
  if (rest.length > 0) return rest;
  const owner = frequentOwners[items.byte()] ?? emptyBytes;
  return concatBytes(owner, items.bytes()).subarray(shared);
}
