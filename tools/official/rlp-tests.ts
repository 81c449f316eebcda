import * as z from 'zod';
import { equalBytes } from '#qord/primitives/bytes.ts';
import { toHex } from '#qord/primitives/hex.ts';
import { decodeRlp } from '#qord/primitives/rlp/decode.ts';
import { encodeRlp } from '#qord/primitives/rlp/encode.ts';
import { RlpError, type RlpItem, rlpInteger } from '#qord/primitives/rlp/item.ts';
import { bytesField } from './fields.ts';
import { type CheckResult, check } from './result.ts';

/** A file of RLPTests: a value and its encoding, or only `VALID` / `INVALID` and bytes. */
type RlpValue = string | number | readonly RlpValue[];

const valueSchema: z.ZodType<RlpValue> = z.lazy(() => z.union([z.string(), z.number(), z.array(valueSchema)]));
export const rlpTestSchema = z.object({ in: valueSchema, out: bytesField });
type RlpTest = z.output<typeof rlpTestSchema>;

/** Encodes the value and decodes the bytes; invalid bytes must be rejected. */
export function runRlpTest(name: string, { in: value, out }: RlpTest): CheckResult {
  if (value === 'INVALID') return check(name, () => (isValid(out) ? 'accepted, but is not valid' : undefined));
  if (value === 'VALID') return check(name, () => (isValid(out) ? undefined : 'rejected, but is valid'));
  return check(name, () => {
    const encoded = encodeRlp(toItem(value));
    if (!equalBytes(encoded, out)) return `encoded to ${toHex(encoded)}, expected ${toHex(out)}`;
    const again = encodeRlp(decodeRlp(out));
    return equalBytes(again, out) ? undefined : `decoded and encoded again it is ${toHex(again)}`;
  });
}

function isValid(bytes: Uint8Array): boolean {
  try {
    decodeRlp(bytes);
    return true;
  } catch (error) {
    if (error instanceof RlpError) return false;
    throw error;
  }
}

/** Integers are JSON numbers or text with a `#` in front. */
function toItem(value: RlpValue): RlpItem {
  if (typeof value === 'number') return rlpInteger(value);
  if (typeof value !== 'string') return value.map(toItem);
  return value.startsWith('#') ? rlpInteger(BigInt(value.slice(1))) : Uint8Array.from(Buffer.from(value, 'utf8'));
}
