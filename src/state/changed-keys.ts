import { type Address, addressFromBytes } from '../primitives/address.ts';
import { fromHex, type Hex, toHex } from '../primitives/hex.ts';
import { decodeRlp } from '../primitives/rlp/decode.ts';
import { encodeRlp } from '../primitives/rlp/encode.ts';
import { bytesFromRlp, listFromRlp } from '../primitives/rlp/item.ts';
import type { Reader } from '../store/types.ts';
import { heightAtEnd, heightKey } from './keys.ts';
import { ProofTooOldError } from './proof.ts';
import { stateTables } from './tables.ts';

/** The accounts that a block changed, with the keys of the changed entries. */
export type ChangedKeys = ReadonlyMap<Address, readonly Hex[]>;

/** What each block after `height` changed, in order of height. Blocks that changed nothing are left out. */
export function* changesSince(
  reader: Reader,
  height: number,
): Iterable<{ readonly height: number; readonly keys: ChangedKeys }> {
  for (const [key, row] of reader.range(stateTables.changes, { start: heightKey(height + 1) })) {
    yield { height: heightAtEnd(key), keys: decodeChangedKeys(row) };
  }
}

/** All keys that changed after `height`. Throws a ProofTooOldError when they are more than `limit` accounts or entries. */
export function keysChangedSince(
  reader: Reader,
  height: number,
  limit = Number.POSITIVE_INFINITY,
): Map<Address, Set<Hex>> {
  const changed = new Map<Address, Set<Hex>>();
  let count = 0;
  for (const { keys: accounts } of changesSince(reader, height)) {
    for (const [address, keys] of accounts) {
      const all = changed.get(address) ?? new Set();
      for (const key of keys) all.add(key);
      changed.set(address, all);
      count += keys.length;
    }
    if (changed.size > limit || count > limit) throw new ProofTooOldError(height);
  }
  return changed;
}

/** Changed keys of a block → row. */
export function encodeChangedKeys(changed: ChangedKeys): Uint8Array {
  return encodeRlp([...changed].map(([address, keys]) => [fromHex(address), keys.map(fromHex)]));
}

/** Row → changed keys of a block. */
export function decodeChangedKeys(row: Uint8Array): ChangedKeys {
  const accounts = listFromRlp(decodeRlp(row)).map((item) => {
    const [address, keys] = listFromRlp(item);
    const hexKeys = listFromRlp(keys).map((key) => toHex(bytesFromRlp(key)));
    return [addressFromBytes(bytesFromRlp(address)), hexKeys] as const;
  });
  return new Map(accounts);
}
