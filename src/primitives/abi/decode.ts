import { addressFromBytes } from '../address.ts';
import { bytesToBigint } from '../bytes.ts';
import { type AbiField, type AbiType, formatType, headSize, isDynamic } from './type.ts';
import { type AbiRecord, type AbiValue, AbiValueError } from './value.ts';

/**
 * ABI bytes → values by field name (unnamed fields by position: `0`, `1`, …). Strict like Solidity's own decoder:
 * throws an AbiValueError on short data, dirty padding of small types, or text that is not UTF-8. Bytes after the last
 * value are ignored, as Solidity does.
 *
 * Unlike Solidity it rejects overlapping values (offsets to the same bytes multiply the decoded data; no encoder
 * produces them), and values longer than the maximum of their type. Both are detected before a byte is copied, so that
 * the time is proportional to the data.
 */
export function decodeAbi(fields: readonly AbiField[], data: Uint8Array): AbiRecord {
  const values = decodeFields(fields, data, { left: data.length }, (at) => fields[at]?.name || String(at));
  return Object.fromEntries(fields.map(({ name }, at) => [name || String(at), values[at] ?? 0n]));
}

/** Number of bytes that are not part of a value yet: every byte belongs to at most one value. */
type Budget = { left: number };

/** The name of the value at a position, for errors. */
type Naming = (at: number) => string;

function decodeFields(fields: readonly AbiField[], data: Uint8Array, budget: Budget, nameOf: Naming): AbiValue[] {
  let head = 0;
  return fields.map(({ type }, at) => {
    const start = head;
    head += headSize(type);
    return decodeField(type, data, start, budget, () => nameOf(at));
  });
}

/** The value whose head is at `head`; offsets are relative to `data`. */
function decodeField(type: AbiType, data: Uint8Array, head: number, budget: Budget, name: () => string): AbiValue {
  if (!isDynamic(type)) return decodeValue(type, data.subarray(head), budget, name);
  const offset = readLength(data, head);
  charge(budget, wordBytes);
  return decodeValue(type, data.subarray(offset), budget, name);
}

function decodeValue(type: AbiType, data: Uint8Array, budget: Budget, name: () => string): AbiValue {
  switch (type.kind) {
    case 'bytes':
      return takeBytes(type, data, budget, name).slice();
    case 'string':
      return decodeText(takeBytes(type, data, budget, name));
    case 'array':
      return decodeArray(type, data, budget, name);
    case 'tuple':
      return decodeTuple(type.fields, data, budget, name);
    default: {
      const word = take(data, 0, wordBytes);
      charge(budget, wordBytes);
      return decodeWord(type, word);
    }
  }
}

const wordBytes = 32;

type WordType = Exclude<AbiType, { readonly kind: 'bytes' | 'string' | 'array' | 'tuple' }>;

function decodeWord(type: WordType, word: Uint8Array): AbiValue {
  switch (type.kind) {
    case 'uint':
    case 'int':
      return decodeInteger(type, word);
    case 'bool': {
      const value = bytesToBigint(word);
      if (value > 1n) throw new AbiValueError('not a bool');
      return value === 1n;
    }
    case 'address':
      if (hasBits(word, 0, 12)) throw new AbiValueError('not an address: more than 20 bytes');
      return addressFromBytes(word.subarray(12));
    case 'fixedBytes':
      if (hasBits(word, type.size, wordBytes)) throw new AbiValueError(`not a ${formatType(type)}`);
      return word.slice(0, type.size);
  }
}

function decodeInteger(type: Extract<AbiType, { bits: number }>, bytes: Uint8Array): bigint {
  const word = bytesToBigint(bytes);
  const value = type.kind === 'uint' ? word : BigInt.asIntN(256, word);
  const inRange = type.kind === 'uint' ? BigInt.asUintN(type.bits, value) : BigInt.asIntN(type.bits, value);
  if (inRange !== value) throw new AbiValueError(`${value} does not fit ${formatType(type)}`);
  return value;
}

type ArrayType = Extract<AbiType, { kind: 'array' }>;

function decodeArray(type: ArrayType, data: Uint8Array, budget: Budget, name: () => string): AbiValue {
  const { item, maxItems = Number.POSITIVE_INFINITY } = type;
  const length = type.length ?? readLength(data, 0);
  if (length > maxItems) throw new AbiValueError(`${name()} has more than ${maxItems} items`);
  if (type.length === undefined) charge(budget, wordBytes);
  const items = type.length === undefined ? data.subarray(wordBytes) : data;
  const size = headSize(item);
  if (length * size > items.length) throw new AbiValueError('data too short');
  const values: AbiValue[] = [];
  for (let at = 0; at < length; at++) {
    if (size === 0) charge(budget, 1); // items of 0 bytes are charged too
    values.push(decodeField(item, items, at * size, budget, () => `${name()}[${at}]`));
  }
  return values;
}

function decodeTuple(fields: readonly AbiField[], data: Uint8Array, budget: Budget, name: () => string): AbiValue {
  const values = decodeFields(fields, data, budget, (at) => `${name()}.${fields[at]?.name || at}`);
  if (fields.some((field) => field.name === '')) return values;
  return Object.fromEntries(fields.map((field, at) => [field.name, values[at] ?? 0n]));
}

/** The bytes after a length, as a view. */
function takeBytes(
  { maxBytes = Number.POSITIVE_INFINITY }: { readonly maxBytes?: number },
  data: Uint8Array,
  budget: Budget,
  name: () => string,
): Uint8Array {
  const length = readLength(data, 0);
  if (length > maxBytes) throw new AbiValueError(`${name()} is longer than ${maxBytes} bytes`);
  const bytes = take(data, wordBytes, length);
  charge(budget, wordBytes + length);
  return bytes;
}

function charge(budget: Budget, bytes: number): void {
  budget.left -= bytes;
  if (budget.left < 0) throw new AbiValueError('values overlap');
}

/** Keeps a byte order mark like any other character. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new AbiValueError('not UTF-8 text');
  }
}

/** Number of low bytes of a word that may hold a length or an offset: more than any data need. */
const lengthBytes = 6;

/** A length or an offset: at most the length of the data. */
function readLength(data: Uint8Array, at: number): number {
  const word = take(data, at, wordBytes);
  let value = 0;
  for (let i = wordBytes - lengthBytes; i < wordBytes; i++) value = value * 256 + (word[i] ?? 0);
  if (value > data.length || hasBits(word, 0, wordBytes - lengthBytes)) {
    throw new AbiValueError(`length or offset ${bytesToBigint(word)} is beyond the data`);
  }
  return value;
}

function hasBits(word: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (word[i] !== 0) return true;
  return false;
}

function take(data: Uint8Array, from: number, length: number): Uint8Array {
  if (from + length > data.length) throw new AbiValueError('data too short');
  return data.subarray(from, from + length);
}
