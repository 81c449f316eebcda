import { type Address, addressFromBytes } from '../primitives/address.ts';
import { fromHex, type Hex, toHex } from '../primitives/hex.ts';
import { bytesFromRlp, decodeRlp, encodeRlp, listFromRlp } from '../primitives/rlp.ts';

/** Which accounts a block changed, and which of their entries. */
export type ChangedKeys = ReadonlyMap<Address, readonly Hex[]>;

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
