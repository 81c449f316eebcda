import { addressToBytes, parseAddress } from '../address.ts';
import { bigintToFixedBytes, concatBytes, joinBytes } from '../bytes.ts';
import { type AbiField, type AbiType, formatType, headSize, isDynamic } from './type.ts';
import { type AbiRecord, type AbiValue, AbiValueError } from './value.ts';

/** Values by position or by name → ABI bytes (arguments or results of a call). Throws an AbiValueError. */
export function encodeAbi(fields: readonly AbiField[], values: readonly AbiValue[] | AbiRecord): Uint8Array {
  const list = positional(fields, values);
  return encodeSequence(
    fields.map(({ type }) => type),
    list,
  );
}

function positional(fields: readonly AbiField[], values: readonly AbiValue[] | AbiRecord): readonly AbiValue[] {
  const list = isList(values) ? values : fields.map(({ name }) => values[name]);
  if (list.length !== fields.length) {
    throw new AbiValueError(`expected ${fields.length} values, got ${list.length}`);
  }
  return list.map((value, at) => {
    if (value === undefined) throw new AbiValueError(`missing value for ${fields[at]?.name || `position ${at}`}`);
    return value;
  });
}

const encoder = new TextEncoder();

function encodeSequence(types: readonly AbiType[], values: readonly AbiValue[]): Uint8Array {
  const heads: Uint8Array[] = [];
  const tails: Uint8Array[] = [];
  let offset = types.reduce((size, type) => size + headSize(type), 0);
  types.forEach((type, at) => {
    const encoded = encodeValue(type, values[at]);
    if (!isDynamic(type)) {
      heads.push(encoded);
      return;
    }
    heads.push(bigintToFixedBytes(BigInt(offset), 32));
    tails.push(encoded);
    offset += encoded.length;
  });
  return joinBytes([...heads, ...tails]);
}

function encodeValue(type: AbiType, value: AbiValue | undefined): Uint8Array {
  switch (type.kind) {
    case 'uint':
    case 'int':
      return encodeInteger(type, value);
    case 'bool':
      if (typeof value !== 'boolean') throw mismatch(type, value);
      return bigintToFixedBytes(value ? 1n : 0n, 32);
    case 'address':
      if (typeof value !== 'string') throw mismatch(type, value);
      return concatBytes(new Uint8Array(12), addressToBytes(parseAddress(value)));
    case 'fixedBytes':
      if (!(value instanceof Uint8Array) || value.length !== type.size) throw mismatch(type, value);
      return padRight(value);
    case 'bytes':
      if (!(value instanceof Uint8Array)) throw mismatch(type, value);
      return withLength(value);
    case 'string':
      if (typeof value !== 'string') throw mismatch(type, value);
      return withLength(encoder.encode(value));
    case 'array':
      return encodeArray(type, value);
    case 'tuple':
      if (typeof value !== 'object' || value instanceof Uint8Array) throw mismatch(type, value);
      return encodeAbi(type.fields, value);
  }
}

function encodeInteger(type: Extract<AbiType, { bits: number }>, value: AbiValue | undefined): Uint8Array {
  if (typeof value !== 'bigint') throw mismatch(type, value);
  const inRange = type.kind === 'uint' ? BigInt.asUintN(type.bits, value) : BigInt.asIntN(type.bits, value);
  if (inRange !== value) throw new AbiValueError(`${value} does not fit ${formatType(type)}`);
  return bigintToFixedBytes(BigInt.asUintN(256, value), 32);
}

function encodeArray(type: Extract<AbiType, { kind: 'array' }>, value: AbiValue | undefined): Uint8Array {
  if (!isList(value) || (type.length !== undefined && value.length !== type.length)) throw mismatch(type, value);
  const items = encodeSequence(
    value.map(() => type.item),
    value,
  );
  return type.length === undefined ? concatBytes(bigintToFixedBytes(BigInt(value.length), 32), items) : items;
}

function withLength(bytes: Uint8Array): Uint8Array {
  return concatBytes(bigintToFixedBytes(BigInt(bytes.length), 32), padRight(bytes));
}

function padRight(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil(bytes.length / 32) * 32);
  padded.set(bytes);
  return padded;
}

function isList(value: unknown): value is readonly AbiValue[] {
  return Array.isArray(value);
}

function mismatch(type: AbiType, value: AbiValue | undefined): AbiValueError {
  return new AbiValueError(`not a ${formatType(type)}: ${String(value).slice(0, 80)}`);
}
