import { addressFromBytes } from '../address.ts';
import { bytesToBigint } from '../bytes.ts';
import { type AbiField, type AbiType, formatType, headSize, isDynamic } from './type.ts';
import { type AbiRecord, type AbiValue, AbiValueError } from './value.ts';

/**
 * ABI bytes → values by field name (unnamed fields by position: `0`, `1`, …). Strict like Solidity's own decoder:
 * throws an AbiValueError on short data, dirty padding of small types, or text that is not UTF-8. Bytes after the last
 * value are ignored, as Solidity does.
 */
export function decodeAbi(fields: readonly AbiField[], data: Uint8Array): AbiRecord {
  const values = decodeSequence(
    fields.map(({ type }) => type),
    data,
    { left: maxItems },
  );
  return Object.fromEntries(fields.map(({ name }, at) => [name || String(at), values[at] ?? 0n]));
}

/** Nested arrays that point at the same bytes multiply: no honest call has this many items. */
const maxItems = 65_536;
type Budget = { left: number };

function decodeSequence(types: readonly AbiType[], data: Uint8Array, budget: Budget): AbiValue[] {
  let head = 0;
  return types.map((type) => {
    const at = isDynamic(type) ? readLength(data, head, data.length) : head;
    head += headSize(type);
    if (--budget.left < 0) throw new AbiValueError(`more than ${maxItems} values`);
    return decodeValue(type, data.subarray(at), budget);
  });
}

function decodeValue(type: AbiType, data: Uint8Array, budget: Budget): AbiValue {
  switch (type.kind) {
    case 'uint':
    case 'int':
      return decodeInteger(type, data);
    case 'bool': {
      const value = bytesToBigint(take(data, 0, 32));
      if (value > 1n) throw new AbiValueError('not a bool');
      return value === 1n;
    }
    case 'address': {
      const word = take(data, 0, 32);
      if (bytesToBigint(word.subarray(0, 12)) !== 0n) throw new AbiValueError('not an address: more than 20 bytes');
      return addressFromBytes(word.subarray(12));
    }
    case 'fixedBytes': {
      const word = take(data, 0, 32);
      if (word.subarray(type.size).some((byte) => byte !== 0)) throw new AbiValueError(`not a ${formatType(type)}`);
      return word.slice(0, type.size);
    }
    case 'bytes':
      return take(data, 32, readLength(data, 0, data.length)).slice();
    case 'string':
      return decodeText(take(data, 32, readLength(data, 0, data.length)));
    case 'array':
      return decodeArray(type, data, budget);
    case 'tuple':
      return decodeTuple(type.fields, data, budget);
  }
}

function decodeInteger(type: Extract<AbiType, { bits: number }>, data: Uint8Array): bigint {
  const word = bytesToBigint(take(data, 0, 32));
  const value = type.kind === 'uint' ? word : BigInt.asIntN(256, word);
  const inRange = type.kind === 'uint' ? BigInt.asUintN(type.bits, value) : BigInt.asIntN(type.bits, value);
  if (inRange !== value) throw new AbiValueError(`${value} does not fit ${formatType(type)}`);
  return value;
}

function decodeArray(type: Extract<AbiType, { kind: 'array' }>, data: Uint8Array, budget: Budget): AbiValue {
  const length = type.length ?? readLength(data, 0, budget.left);
  const items = type.length === undefined ? data.subarray(32) : data;
  return decodeSequence(Array<AbiType>(length).fill(type.item), items, budget);
}

function decodeTuple(fields: readonly AbiField[], data: Uint8Array, budget: Budget): AbiValue {
  const values = decodeSequence(
    fields.map(({ type }) => type),
    data,
    budget,
  );
  if (fields.some(({ name }) => name === '')) return values;
  return Object.fromEntries(fields.map(({ name }, at) => [name, values[at] ?? 0n]));
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AbiValueError('not UTF-8 text');
  }
}

function readLength(data: Uint8Array, at: number, max: number): number {
  const value = bytesToBigint(take(data, at, 32));
  if (value > BigInt(max)) throw new AbiValueError(`length or offset ${value} is beyond the data`);
  return Number(value);
}

function take(data: Uint8Array, from: number, length: number): Uint8Array {
  if (from + length > data.length) throw new AbiValueError('data too short');
  return data.subarray(from, from + length);
}
