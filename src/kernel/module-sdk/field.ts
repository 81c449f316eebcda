import type { AbiType } from '../../primitives/abi/type.ts';
import type { AbiValue } from '../../primitives/abi/value.ts';
import type { Address } from '../../primitives/address.ts';

/** An argument or result of a call, or a member of an event: its ABI type, and its description. */
export type Field<T> = {
  readonly type: AbiType;
  readonly doc: string;
  /** shown in help; amounts on the command line may carry another unit and are converted to this one */
  readonly unit?: 'uqor' | 'wei' | 'blocks' | 'seconds' | 'sat';
  readonly indexed?: boolean;
  /** most bytes of a text or of bytes, most items of a list; holds for arguments of calls, see `argumentFields` */
  readonly maxLength?: number;
  /** For a text: its allowed values, for forms; the call itself checks them. */
  readonly choices?: readonly string[];
  /** For a list: the type of its items. */
  readonly item?: Field<unknown>;
  /** an option of the command, not an argument; without a fallback it must be given */
  readonly option?: { readonly fallback?: string };
  /** exists for the type checker only */
  readonly of?: T;
};

// biome-ignore lint/suspicious/noExplicitAny: the kind of value differs from field to field
export type Fields = { readonly [name: string]: Field<any> };
/** The values of a set of fields. */
export type ValuesOf<F extends Fields> = {
  readonly [N in keyof F]: F[N] extends Field<infer T extends AbiValue> ? T : never;
};

/** Most bytes of a text or of bytes as an argument, unless the field says otherwise: names, ids and keys have room. */
const defaultMaxBytes = 256;
/** Most items of a list as an argument, likewise. */
const defaultMaxItems = 64;
/** For large data: the mempool accepts transactions of this many bytes. */
export const maxDataBytes = 131_072;
/** For keys and signatures of ML-DSA, the longest of which have 4,627 bytes: calls report wrong lengths themselves. */
export const maxPqcBytes = 8_192;

/** An unsigned integer of `bits` bits. */
export const uint = (bits: number, doc: string): Field<bigint> => ({ type: { kind: 'uint', bits }, doc });
/** An amount of the native token, uint256. */
export const uqor = (doc: string): Field<bigint> => ({ type: { kind: 'uint', bits: 256 }, doc, unit: 'uqor' });

/** An account, ABI type address. */
export const accountField = (doc: string): Field<Address> => ({ type: { kind: 'address' }, doc });

type TextOptions = Pick<Field<string>, 'choices'> & { readonly maxBytes?: number };

/** UTF-8 text, ABI type string. */
export const textField = (doc: string, { maxBytes = defaultMaxBytes, choices }: TextOptions = {}): Field<string> => ({
  ...{ type: { kind: 'string' }, doc, maxLength: maxBytes },
  ...(choices && { choices }),
});

/** Bytes of any length up to `maxBytes`. */
export const bytesField = (doc: string, { maxBytes = defaultMaxBytes } = {}): Field<Uint8Array> => ({
  ...{ type: { kind: 'bytes' }, doc, maxLength: maxBytes },
});

/** Exactly 32 bytes. */
export const bytes32Field = (doc: string): Field<Uint8Array> => ({ type: { kind: 'fixedBytes', size: 32 }, doc });

/** A flag, ABI type bool. */
export const flagField = (doc: string): Field<boolean> => ({ type: { kind: 'bool' }, doc });

/** A list of any number of values. */
export function listField<T>(item: Field<T>, doc: string, { maxItems = defaultMaxItems } = {}): Field<readonly T[]> {
  return { type: { kind: 'array', item: item.type, length: undefined }, doc, item, maxLength: maxItems };
}

/** Indexed: a topic of the event's logs. */
export function indexed<T>(field: Field<T>): Field<T> {
  return { ...field, indexed: true };
}

/** An argument that commands take as `--name`, and may leave out when there is a fallback. */
export function asOption<T>(field: Field<T>, fallback?: string): Field<T> {
  return { ...field, option: fallback === undefined ? {} : { fallback } };
}

/** The same field with a unit. */
export function withUnit<T>(unit: NonNullable<Field<T>['unit']>, field: Field<T>): Field<T> {
  return { ...field, unit };
}

/** Fields in the form of the ABI codec. */
export function abiFields(fields: Fields) {
  return Object.entries(fields).map(([name, { type, indexed: isIndexed }]) => ({
    name,
    type,
    indexed: isIndexed ?? false,
  }));
}

/** The same for arguments: the decoder rejects what is longer than a field allows before it reads the bytes. */
export function argumentFields(fields: Fields) {
  return abiFields(fields).map((field) => ({ ...field, type: limitedType(fields[field.name], field.type) }));
}

function limitedType(field: Field<unknown> | undefined, type: AbiType): AbiType {
  switch (type.kind) {
    case 'bytes':
    case 'string':
      return { ...type, maxBytes: field?.maxLength ?? defaultMaxBytes };
    case 'array':
      return { ...type, item: limitedType(field?.item, type.item), maxItems: field?.maxLength ?? defaultMaxItems };
    case 'tuple':
      return {
        ...type,
        fields: type.fields.map((member) => ({ ...member, type: limitedType(undefined, member.type) })),
      };
    default:
      return type;
  }
}

/** Example arguments of a call for the command line, without optional ones. */
export function exampleWords(fields: Fields): readonly string[] {
  return Object.values(fields).flatMap((field) => (field.option === undefined ? [exampleWord(field)] : []));
}

function exampleWord({ type, unit }: Field<unknown>): string {
  if (unit === 'uqor' || unit === 'wei') return '100qor';
  switch (type.kind) {
    case 'uint':
    case 'int':
      return '1';
    case 'address':
      return 'qor17w0adeg64ky0daxwd2ugyuneellmjgnxhkv37z';
    case 'bool':
      return 'true';
    case 'bytes':
    case 'fixedBytes':
      return '0x…';
    default:
      return '…';
  }
}

/** Names and fields in their order. */
export function fieldEntries(fields: Fields): readonly (readonly [name: string, field: Field<unknown>])[] {
  return Object.entries(fields);
}
