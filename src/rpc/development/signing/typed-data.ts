import { keccak256 } from '@qord/curves/keccak';
import { addressToBytes } from '../../../primitives/address.ts';
import { bigintToFixedBytes, concatBytes, joinBytes } from '../../../primitives/bytes.ts';
import type { Steps } from '../../../primitives/steps.ts';
import { parseJson } from '../../dispatch/parse-json.ts';
import type { JsonObject } from '../../dispatch/request.ts';
import { parseAddressJson, parseData } from '../../params/bytes.ts';
import { listOf, named, objectOf } from '../../params/object.ts';
import { textOf } from '../../params/text.ts';

type Field = { readonly name: string; readonly type: string };
type Types = ReadonlyMap<string, readonly Field[]>;
/** Types, the hashes of their texts as far as they are known, and how many values may still be encoded. */
type Structs = { readonly types: Types; readonly hashes: Map<string, Uint8Array>; left: number };

/** A message with its structure (EIP-712). */
export type TypedData = {
  readonly types: Types;
  readonly primaryType: string;
  readonly domain: JsonObject;
  readonly message: JsonObject;
};

const domainType = 'EIP712Domain';
/** What a domain may hold, in the order of the specification, for messages that do not list it. */
const domainFields: readonly Field[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
];

/** JSON object, or its text, → TypedData. Throws a RangeError. */
export function parseTypedData(json: unknown): TypedData {
  const object = objectOf(typeof json === 'string' ? parseText(json) : json);
  const domain = objectOf(object.domain ?? {});
  const types = new Map(
    Object.entries(objectOf(object.types)).map(([name, fields]) => [
      name,
      named(name, () => listOf(fields).map(parseField)),
    ]),
  );
  assertSmall(types);
  if (!types.has(domainType))
    types.set(
      domainType,
      domainFields.filter(({ name }) => domain[name] !== undefined),
    );
  return {
    types,
    primaryType: named('primaryType', () => textOf(object.primaryType)),
    domain,
    message: objectOf(object.message),
  };
}

/**
 * Types of a message, and characters of all their members; and values, also those that a message leaves out because they are
 * false: each of its objects takes as long as its type has members.
 */
const most = { types: 256, characters: 64 * 1024, values: 200_000 };
const valuesPerStep = 64;

function assertSmall(types: Types): void {
  const lengths = [...types].map(([name, fields]) =>
    fields.reduce((sum, field) => sum + field.name.length + field.type.length, name.length),
  );
  if (lengths.length <= most.types && lengths.reduce((sum, next) => sum + next, 0) <= most.characters) return;
  throw new RangeError(`more than ${most.types} types, or ${most.characters} characters of them`);
}

/** As requests: their integers are exact, and so deeply nested ones are rejected. */
const maxDepth = 64;

function parseText(text: string): unknown {
  try {
    return parseJson(text, maxDepth);
  } catch {
    throw new RangeError('typed data is neither an object nor the JSON text of one');
  }
}

function parseField(json: unknown): Field {
  const { name, type } = objectOf(json);
  return { name: textOf(name), type: textOf(type) };
}

/**
 * What is signed: keccak(0x1901 ‖ domain ‖ message). Throws a RangeError when a value is not of its type, or there are
 * too many.
 */
export function* typedDataDigest({ types, primaryType, domain, message }: TypedData): Steps<Uint8Array> {
  const structs = { types, hashes: new Map(), left: most.values };
  const parts = [Uint8Array.of(0x19, 0x01), yield* hashStruct(structs, domainType, domain)];
  if (primaryType !== domainType) parts.push(yield* hashStruct(structs, primaryType, message));
  return keccak256(joinBytes(parts));
}

function* hashStruct(structs: Structs, name: string, value: JsonObject): Steps<Uint8Array> {
  const parts = [typeHash(structs, name)];
  for (const field of fieldsOf(structs.types, name)) {
    parts.push(yield* namedSteps(field.name, encodeMember(structs, field.type, value[field.name])));
  }
  return keccak256(joinBytes(parts));
}

/** Errors of the steps say which member they are about. */
function* namedSteps<Result>(name: string, steps: Steps<Result>): Steps<Result> {
  for (;;) {
    const step = named(name, () => steps.next());
    if (step.done === true) return step.value;
    yield;
  }
}

function typeHash({ types, hashes }: Structs, name: string): Uint8Array {
  const known = hashes.get(name);
  if (known !== undefined) return known;
  const hash = keccak256(Buffer.from(encodeType(types, name)));
  hashes.set(name, hash);
  return hash;
}

function fieldsOf(types: Types, name: string): readonly Field[] {
  const fields = types.get(name);
  if (fields === undefined) throw new RangeError(`unknown type ${name}`);
  return fields;
}

/** `Mail(Person from,string text)Person(string name)`: the type, then what it refers to in order of names. */
function encodeType(types: Types, name: string): string {
  const others = [...referencedTypes(types, name, new Set())].filter((other) => other !== name).sort();
  return [name, ...others]
    .map(
      (each) =>
        `${each}(${fieldsOf(types, each)
          .map((f) => `${f.type} ${f.name}`)
          .join(',')})`,
    )
    .join('');
}

function referencedTypes(types: Types, name: string, found: Set<string>): Set<string> {
  if (found.has(name) || !types.has(name)) return found;
  found.add(name);
  for (const { type } of fieldsOf(types, name)) referencedTypes(types, type.replace(/(?:\[\d*\])+$/, ''), found);
  return found;
}

/** The 32 bytes that stand for a value. */
function* encodeMember(structs: Structs, type: string, value: unknown): Steps<Uint8Array> {
  if (--structs.left < 0) throw new RangeError(`more than ${most.values} values`);
  if (structs.left % valuesPerStep === 0) yield;
  const list = /^(.*)\[(\d*)\]$/.exec(type);
  if (list !== null) {
    const items = listOf(value);
    const [, item = '', length = ''] = list;
    if (length !== '' && items.length !== Number(length)) throw new RangeError(`${type} has ${items.length} items`);
    const parts: Uint8Array[] = [];
    for (const each of items) parts.push(yield* encodeMember(structs, item, each));
    return keccak256(joinBytes(parts));
  }
  if (structs.types.has(type)) return yield* hashStruct(structs, type, objectOf(value));
  return encodeAtom(type, value);
}

function encodeAtom(type: string, value: unknown): Uint8Array {
  if (type === 'string') return keccak256(Buffer.from(textOf(value)));
  if (type === 'bytes') return keccak256(parseData(value));
  if (type === 'bool') return bigintToFixedBytes(value === true || value === 'true' ? 1n : 0n, 32);
  if (type === 'address') return concatBytes(new Uint8Array(12), addressToBytes(parseAddressJson(value)));
  const [, kind = '', size = ''] = /^(bytes|u?int)(\d+)$/.exec(type) ?? [];
  if (kind === 'bytes') return encodeFixedBytes(Number(size), value);
  if (kind !== '') return encodeInteger(kind === 'int', Number(size), value);
  throw new RangeError(`unknown type ${type}`);
}

function encodeFixedBytes(size: number, value: unknown): Uint8Array {
  const bytes = parseData(value);
  if (bytes.length !== size || size > 32) throw new RangeError(`bytes${size} has ${bytes.length} bytes`);
  return concatBytes(bytes, new Uint8Array(32 - size));
}

function encodeInteger(isSigned: boolean, bits: number, value: unknown): Uint8Array {
  const integer = toInteger(value);
  const fits = isSigned ? BigInt.asIntN(bits, integer) === integer : BigInt.asUintN(bits, integer) === integer;
  if (!fits) throw new RangeError(`${integer} does not fit ${isSigned ? 'int' : 'uint'}${bits}`);
  return bigintToFixedBytes(BigInt.asUintN(256, integer), 32);
}

/** A number, or its decimal or hex digits as text. */
function toInteger(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === 'string' && /^(?:-?\d{1,78}|0x[0-9a-f]{1,64})$/i.test(value)) return BigInt(value);
  throw new RangeError(`not an integer: ${String(value).slice(0, 80)}`);
}
