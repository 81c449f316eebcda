import { equalBytes } from '../../primitives/bytes.ts';
import { type Hex, toHex } from '../../primitives/hex.ts';
import { decodeRlp } from '../../primitives/rlp/decode.ts';
import { encodeRlp } from '../../primitives/rlp/encode.ts';
import { containable } from './containable.ts';
import type { AnyParams, AnySingle, AnyTable } from './genesis.ts';
import { decodeKey } from './record.ts';

type Declared = {
  readonly params: AnyParams | undefined;
  readonly tables: readonly AnyTable[];
  readonly singles: readonly AnySingle[];
};

/**
 * Why an entry of a module's account is none of the records that the module has declared, or undefined. Key and value
 * must be those that the module itself would write. No bytes, which remove an entry, are always allowed.
 */
export function entryFault({ params, tables, singles }: Declared, key: Hex, value: Uint8Array): string | undefined {
  if (value.length === 0) return undefined;
  const number = Number.parseInt(key.slice(2, 4), 16);
  const hasNumber = (record: AnyTable | AnySingle) => record.number === number;
  const table = tables.find(hasNumber);
  const record = table ?? [...singles, ...(params ? [params.record] : [])].find(hasNumber);
  if (record === undefined) return `the module has no record of number ${number}`;
  try {
    const ownKey = table === undefined ? key.slice(0, 4) : ownKeyOf(table, key);
    if (ownKey !== key) return `not a key of ${record.name}`;
    const decoded = record.value.decode(decodeRlp(value));
    const accepted = record.value.fromPlain(record.value.toPlain(decoded));
    if (!equalBytes(encodeRlp(record.value.encode(accepted)), value)) return `not a value of ${record.name}`;
    return record === params?.record ? params.fault(accepted) : undefined;
  } catch (error) {
    if (containable(error) === undefined) throw error;
    return `not a record of ${record.name}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The key that the table writes for what it reads from this one. */
function ownKeyOf({ number, keyParts }: AnyTable, key: Hex): Hex {
  const digits = decodeKey(keyParts, key).map((value, at) => keyParts[at]?.toDigits(value) ?? '');
  return `${toHex(Uint8Array.of(number))}${digits.join('')}`;
}
