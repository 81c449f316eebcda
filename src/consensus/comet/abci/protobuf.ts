import { BackwardWriter } from './backward-writer.ts';
import { readVarint } from './varint.ts';

/*
 * A codec for the part of Protocol Buffers 3 that ABCI uses: varints, bytes, text, messages and lists of the latter
 * three. A message is declared as names with field numbers and types; its TypeScript type follows from the declaration.
 * Integers are numbers and must be exact ones; 64-bit values beyond 2^53 are rejected.
 */

type ListType<T> = {
  readonly kind: 'list';
  readonly of: T;
  /** items that are read at most */
  readonly limit: number;
};
type MessageType<V> = {
  readonly kind: 'message';
  /** Ordered by field number, highest first: the order in which they are written. */
  readonly fields: readonly Field[];
  readonly byNumber: ReadonlyMap<number, Field>;
  /** exists only for the type of the values */
  readonly example?: V;
};
/** A type whose values have their length as prefix. */
type LongType = 'bytes' | 'text' | MessageType<unknown>;
type ItemType = 'integer' | 'boolean' | LongType;
type AnyType = ItemType | ListType<LongType>;

export type Field = { readonly name: string; readonly number: number; readonly type: AnyType };
type Shape = Readonly<Record<string, readonly [number: number, type: AnyType]>>;

type ScalarValue<T> = T extends 'integer'
  ? number
  : T extends 'boolean'
    ? boolean
    : T extends 'bytes'
      ? Uint8Array
      : T extends 'text'
        ? string
        : never;
type ItemValue<T> = T extends MessageType<infer V> ? V : ScalarValue<T>;
type FieldValue<T> =
  T extends ListType<infer Item>
    ? readonly ItemValue<Item>[]
    : T extends MessageType<infer V>
      ? V | undefined
      : ScalarValue<T>;

/** The value of a message: scalars have their default when they are missing, messages are undefined. */
export type ValueOf<M> = M extends MessageType<infer V> ? V : never;

/** The value to encode: every member may be omitted. */
export type InputOf<V> = V extends Uint8Array | string | number | boolean | undefined
  ? V
  : V extends readonly (infer Item)[]
    ? readonly InputOf<Item>[]
    : { readonly [Name in keyof V]?: InputOf<V[Name]> };

/** Declares a message type: each field has its number in the wire format and its type. */
export function message<S extends Shape>(
  shape: S,
): MessageType<{ readonly [Name in keyof S]: FieldValue<S[Name][1]> }> {
  const fields = Object.entries(shape).map(([name, [number, type]]) => ({ name, number, type }));
  fields.sort((left, right) => right.number - left.number);
  return { kind: 'message', fields, byNumber: new Map(fields.map((field) => [field.number, field])) };
}

/**
 * Declares a repeated field (`repeated` in the .proto file). Of a message only the first `limit` items are read, and
 * nothing after them.
 */
export function list<T extends LongType>(of: T, limit = Number.POSITIVE_INFINITY): ListType<T> {
  return { kind: 'list', of, limit };
}

const varintWire = 0;
const lengthWire = 2;

/** A message with its length as prefix, as ABCI frames messages. */
export function encodeFramed<V>(type: MessageType<V>, value: InputOf<V>): Uint8Array {
  const writer = new BackwardWriter();
  writeMessage(writer, type, value);
  writer.varint(writer.length);
  return writer.finish();
}

/** The bytes of a message alone. */
export function encodeMessage<V>(type: MessageType<V>, value: InputOf<V>): Uint8Array {
  const writer = new BackwardWriter();
  writeMessage(writer, type, value);
  return writer.finish();
}

function writeMessage(writer: BackwardWriter, { fields }: MessageType<unknown>, value: unknown): void {
  const values = value as Readonly<Record<string, unknown>>; // the declaration of the message says so
  for (const field of fields) {
    const { name, type } = field;
    const given = values[name];
    if (given === undefined) continue;
    if (isList(type)) writeList(writer, field.number, type, given as readonly unknown[]);
    else if (!isDefault(given)) writeField(writer, field.number, type, given);
  }
}

function writeList(
  writer: BackwardWriter,
  number: number,
  { of }: ListType<LongType>,
  items: readonly unknown[],
): void {
  for (let at = items.length - 1; at >= 0; at--) writeField(writer, number, of, items[at]);
}

function isList(type: AnyType): type is ListType<LongType> {
  return typeof type === 'object' && type.kind === 'list';
}

/** Scalars with their default are not written; a message that is present always is. */
function isDefault(value: unknown): boolean {
  return value === 0 || value === false || value === '' || (value instanceof Uint8Array && value.length === 0);
}

function writeField(writer: BackwardWriter, number: number, type: ItemType, value: unknown): void {
  if (type === 'integer' || type === 'boolean') {
    writer.varint(Number(value));
    writer.varint(number * 8 + varintWire);
    return;
  }
  const end = writer.length;
  if (type === 'bytes') writer.bytes(value as Uint8Array);
  else if (type === 'text') writer.bytes(Buffer.from(value as string));
  else writeMessage(writer, type, value);
  writer.varint(writer.length - end);
  writer.varint(number * 8 + lengthWire);
}

/**
 * The message in `bytes` from `start` to `end`; byte strings are views. Unknown fields are skipped. Throws a RangeError
 * when the bytes are no message.
 */
export function decodeMessage<V>(type: MessageType<V>, bytes: Uint8Array, start = 0, end = bytes.length): V {
  const value = emptyValue(type);
  let at = start;
  while (at < end) {
    const key = readVarint(bytes, at, end);
    const field = type.byNumber.get(Math.floor(key.value / 8));
    const wire = key.value % 8;
    const part = readPart(bytes, key.next, end, wire);
    if (field !== undefined && wire === wireOf(field.type)) setField(value, field, bytes, part);
    at = field !== undefined && isFull(value, field) ? end : part.next;
  }
  return value as V; // every field has the type that the declaration gives it
}

function wireOf(type: AnyType): number {
  return type === 'integer' || type === 'boolean' ? varintWire : lengthWire;
}

/** A value on the wire: the number of a varint, or the offset of any other value; and the offset of the next field. */
type Part = { readonly value: number; readonly next: number };

function readPart(bytes: Uint8Array, at: number, end: number, wire: number): Part {
  if (wire === varintWire) return readVarint(bytes, at, end);
  const size = wire === lengthWire ? readVarint(bytes, at, end) : { value: fixedSize(wire), next: at };
  const next = size.next + size.value;
  if (size.value < 0 || next > end) throw new RangeError('a field reaches beyond its message');
  return { value: size.next, next };
}

function fixedSize(wire: number): number {
  if (wire === 1) return 8;
  if (wire === 5) return 4;
  throw new RangeError(`there is no wire type ${wire}`);
}

function setField(value: Record<string, unknown>, { name, type }: Field, bytes: Uint8Array, part: Part): void {
  if (isList(type)) (value[name] as unknown[]).push(readItem(type.of, bytes, part));
  else if (type === 'integer') value[name] = part.value;
  else if (type === 'boolean') value[name] = part.value !== 0;
  else value[name] = readItem(type, bytes, part);
}

function isFull(value: Record<string, unknown>, { name, type }: Field): boolean {
  return isList(type) && (value[name] as unknown[]).length >= type.limit;
}

function readItem(type: LongType, bytes: Uint8Array, { value: start, next: end }: Part): unknown {
  if (type === 'bytes') return bytes.subarray(start, end);
  if (type === 'text') return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString();
  return decodeMessage(type, bytes, start, end);
}

const noBytes = new Uint8Array(0);

function emptyValue({ fields }: MessageType<unknown>): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const { name, type } of fields) value[name] = isList(type) ? [] : defaultOf(type);
  return value;
}

function defaultOf(type: AnyType): unknown {
  if (type === 'integer') return 0;
  if (type === 'boolean') return false;
  if (type === 'bytes') return noBytes;
  return type === 'text' ? '' : undefined;
}
