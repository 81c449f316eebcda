import assert from 'node:assert/strict';
import { encodeCallTexts } from '#qord/cli/module-call.ts';
import type { AnyCall } from '#qord/kernel/module-sdk/define-module.ts';
import { type Field, fieldEntries } from '#qord/kernel/module-sdk/field.ts';
import type { AbiRecord, AbiValue } from '#qord/primitives/abi/value.ts';
import { type Address, toBase58, toBech32 } from '#qord/primitives/address.ts';
import { toHex, toHexDigits } from '#qord/primitives/hex.ts';
import { weiPerQor, weiPerUqor } from '#qord/primitives/units.ts';
import type { Dice } from '#qord/testing/interfaces/any-value.ts';

/** Most digits that the command line takes before and behind a point. */
const mostDigits = 60;

/**
 * The data of a call as `qord tx` makes it from one of the ways in which its arguments can be written; undefined when one
 * cannot. Throws an AssertionError when it is not what the values are encoded to.
 */
export function commandData(
  pick: Dice,
  call: AnyCall,
  values: AbiRecord,
  expected: Uint8Array,
): Uint8Array | undefined {
  const texts = fieldEntries(call.inputs).map(([name, field]) => [name, written(pick, field, values[name] ?? '')]);
  if (texts.some(([, text]) => text === undefined)) return undefined;
  const known = new Map(texts as [string, string][]);
  const data = encodeCallTexts(call, (name) => known.get(name) ?? '');
  assert.equal(toHex(data), toHex(expected), `the command line writes ${call.name} ${[...known.values()].join(' ')}`);
  return data;
}

function written(
  pick: Dice,
  { type, unit }: Pick<Field<unknown>, 'type' | 'unit'>,
  value: AbiValue,
): string | undefined {
  if (typeof value === 'bigint')
    return unit === 'uqor' || unit === 'wei'
      ? amount(pick, value * (unit === 'uqor' ? weiPerUqor : 1n))
      : String(value);
  if (typeof value === 'boolean') return pick(value ? ['true', 'on'] : ['false', 'off']);
  if (value instanceof Uint8Array) return pick([toHex(value), toHexDigits(value), toHexDigits(value).toUpperCase()]);
  if (type.kind === 'address') return account(pick, value as Address);
  if (typeof value === 'string') return value;
  if (type.kind !== 'array' || !Array.isArray(value)) return undefined;
  const items = (value as readonly AbiValue[]).map((item) => written(pick, { type: type.item }, item));
  const isList = items.every((item) => item !== undefined && item !== '' && !item.includes(','));
  return isList ? items.join() : undefined;
}

/** wei as a whole number or a decimal fraction of a unit. */
function amount(pick: Dice, wei: bigint): string | undefined {
  const rest = String(wei % weiPerQor).padStart(18, '0');
  const texts = [
    `${wei}wei`,
    `${wei / weiPerQor}.${rest}qor`,
    `${wei / weiPerQor}.${rest.replace(/0+$/, '') || '0'} QOR`,
    ...(wei % weiPerUqor === 0n ? [`${wei / weiPerUqor}uqor`] : []),
  ];
  return String(wei).length > mostDigits ? undefined : pick(texts);
}

function account(pick: Dice, address: Address): string {
  return pick([address, toBech32(address), toBase58(address), `0x${address.slice(2).toUpperCase()}`]);
}
