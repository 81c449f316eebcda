import { encodeAbi } from '#qord/primitives/abi/encode.ts';
import { type AbiField, type AbiType, headSize, isDynamic } from '#qord/primitives/abi/type.ts';
import type { AbiRecord } from '#qord/primitives/abi/value.ts';
import { bigintToFixedBytes, concatBytes } from '#qord/primitives/bytes.ts';
import { byteContents, lengthText, textContents, triedLengths } from './argument-bytes.ts';

/** Encoded arguments of a call, made on demand because some are long. */
type Arguments = { readonly label: string; readonly encode: () => Uint8Array };

/** Arguments as they are, then with each dynamic one and what follows them at every length. */
export function* triedArguments(fields: readonly AbiField[], values: AbiRecord): Generator<Arguments> {
  const plain = () => encodeAbi(fields, values);
  yield { label: 'plain', encode: plain };
  for (const length of triedLengths.slice(1)) {
    yield { label: `${lengthText(length)} behind`, encode: () => concatBytes(plain(), new Uint8Array(length)) };
  }
  yield { label: 'no arguments', encode: () => new Uint8Array(0) };
  for (const field of fields) {
    if (!isDynamic(field.type)) continue;
    for (const { label, encode } of triedTails(field.type)) {
      yield { label: `${field.name}: ${label}`, encode: () => withTail(fields, values, field, encode()) };
    }
  }
}

/**
 * The arguments with the bytes behind the offset of one of them replaced: ABI, "formal specification of the encoding".
 */
function withTail(fields: readonly AbiField[], values: AbiRecord, changed: AbiField, tail: Uint8Array): Uint8Array {
  const encoded = encodeAbi(fields, values);
  const index = fields.indexOf(changed);
  const head = fields.slice(0, index).reduce((size, { type }) => size + headSize(type), 0);
  return concatBytes(encoded.subarray(0, head), word(encoded.length), encoded.subarray(head + 32), tail);
}

function* triedTails(type: AbiType): Generator<Arguments> {
  if (type.kind === 'array') {
    yield* triedLists(type.item);
    return;
  }
  const contents = type.kind === 'string' ? textContents : byteContents;
  for (const [content, fill] of Object.entries(contents)) {
    for (const length of triedLengths) {
      yield { label: `${lengthText(length)} of ${content}`, encode: () => withLength(fill(length)) };
    }
  }
  const length = 1_000_000;
  yield { label: 'a length beyond the data', encode: () => concatBytes(word(length), new Uint8Array(32)) };
}

/** Lists of about as many bytes: of small items, of one large one, and of many offsets to the same. */
function* triedLists(item: AbiType): Generator<Arguments> {
  for (const length of triedLengths) {
    const count = Math.ceil(length / 32);
    if (!isDynamic(item)) {
      yield { label: `${lengthText(length)} of items`, encode: () => listOf(Array<Uint8Array>(count).fill(word(1))) };
      continue;
    }
    const contents = item.kind === 'string' ? textContents : byteContents;
    yield { label: `${lengthText(length)} of empty items`, encode: () => listOfOffsets(count, word(0)) };
    for (const [content, fill] of Object.entries(contents)) {
      const half = Math.ceil(count / 2);
      const aliased = () => listOfOffsets(half, withLength(fill(32 * half)));
      yield { label: `${lengthText(length)} with offsets to one item of ${content}`, encode: aliased };
      yield {
        label: `one item of ${lengthText(length)} of ${content}`,
        encode: () => listOfOffsets(1, withLength(fill(length))),
      };
    }
  }
}

function listOf(items: readonly Uint8Array[]): Uint8Array {
  return concatBytes(word(items.length), ...items);
}

/** All offsets lead to one item. */
function listOfOffsets(count: number, item: Uint8Array): Uint8Array {
  return concatBytes(word(count), ...Array<Uint8Array>(count).fill(word(32 * count)), item);
}

function withLength(bytes: Uint8Array): Uint8Array {
  return concatBytes(word(bytes.length), bytes, new Uint8Array((32 - (bytes.length % 32)) % 32));
}

function word(value: number): Uint8Array {
  return bigintToFixedBytes(BigInt(value), 32);
}
