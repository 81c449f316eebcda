import { type Address, addressFromBytes } from '../primitives/address.ts';
import { fromHex, type Hex, toHex } from '../primitives/hex.ts';
import { decodeRlp } from '../primitives/rlp/decode.ts';
import { encodeRlp } from '../primitives/rlp/encode.ts';
import { bytesFromRlp, listFromRlp } from '../primitives/rlp/item.ts';
import type { Reader } from '../store/types.ts';
import { heightAtEnd, heightKey } from './keys.ts';
import { stateTables } from './tables.ts';

/** Which accounts a block changed, and which of their entries. */
export type ChangedKeys = ReadonlyMap<Address, readonly Hex[]>;

/** What each block after the one at `height` changed, in order. Blocks that changed nothing are left out. */
export function* changesSince(
  reader: Reader,
  height: number,
): Iterable<{ readonly height: number; readonly keys: ChangedKeys }> {
  for (const [key, row] of reader.range(stateTables.changes, { start: heightKey(height + 1) })) {
    yield { height: heightAtEnd(key), keys: decodeChangedKeys(row) };
  }
}

export function encodeChangedKeys(changed: ChangedKeys): Uint8Array {
  return encodeRlp([...changed].map(([address, keys]) => [fromHex(address), keys.map(fromHex)]));
}

export function decodeChangedKeys(row: Uint8Array): ChangedKeys {
  const accounts = listFromRlp(decodeRlp(row)).map((item) => {
    const [address, keys] = listFromRlp(item);
    const hexKeys = listFromRlp(keys).map((key) => toHex(bytesFromRlp(key)));
    return [addressFromBytes(bytesFromRlp(address)), hexKeys] as const;
  });
  return new Map(accounts);
}
