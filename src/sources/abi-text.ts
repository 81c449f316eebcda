import { decodeAbi } from '../primitives/abi/decode.ts';
import { selectorOf } from '../primitives/abi/selector.ts';
import { type AbiSignature, AbiSyntaxError, type AbiType, parseSignature } from '../primitives/abi/type.ts';
import { type AbiRecord, type AbiValue, AbiValueError } from '../primitives/abi/value.ts';
import { fromHex, toHex } from '../primitives/hex.ts';
import type { AbiItem, AbiParameter } from './abi-item.ts';

/** Signatures by selector, `0x` and eight digits. */
export type Signatures = ReadonlyMap<string, AbiSignature>;

/** The functions or errors of an ABI. What has no signature in it, such as a fallback, is left out. */
export function signaturesIn(abi: readonly AbiItem[], type: 'function' | 'error'): Signatures {
  const signatures = abi.filter((item) => item.type === type).flatMap((item) => signatureOf(item) ?? []);
  return new Map(signatures.map((signature) => [selectorOf(signature), signature]));
}

/**
 * Call data or the data of a revert as text: `transfer(0x…, 7)`. Undefined when its selector is not among the
 * signatures; arguments that do not decode are written as `…`.
 */
export function callText(data: string, signatures: Signatures): string | undefined {
  const signature = signatures.get(data.slice(0, 10));
  return signature && `${signature.name}(${argumentsText(signature, data)})`;
}

function signatureOf({ name = '', inputs = [] }: AbiItem): AbiSignature | undefined {
  try {
    return parseSignature(`${name}${typesText(inputs)}`);
  } catch (error) {
    if (error instanceof AbiSyntaxError) return undefined; // Solidity has types that other contracts cannot take
    throw error;
  }
}

function typesText(parameters: readonly AbiParameter[]): string {
  const texts = parameters.map(({ type, name = '', components = [] }) => {
    const text = type.startsWith('tuple') ? `${typesText(components)}${type.slice('tuple'.length)}` : type;
    return `${text} ${name}`.trimEnd();
  });
  return `(${texts.join(',')})`;
}

function argumentsText({ inputs }: AbiSignature, data: string): string {
  try {
    const values = decodeAbi(inputs, fromHex(`0x${data.slice(10)}`));
    return inputs.map(({ type, name }, at) => valueText(type, values[name || String(at)] ?? 0n)).join(', ');
  } catch (error) {
    if (error instanceof AbiValueError) return '…';
    throw error;
  }
}

/** Most characters of a text or of the digits of bytes, and most items of a list. */
const most = { characters: 100, items: 10 };

function valueText(type: AbiType, value: AbiValue): string {
  if (typeof value === 'string') return type.kind === 'string' ? JSON.stringify(shortened(value)) : value;
  if (value instanceof Uint8Array) return shortened(toHex(value));
  if (type.kind === 'array') return `[${itemsText(type.item, Object.values(value))}]`;
  if (type.kind !== 'tuple') return String(value);
  const values = value as AbiRecord; // a list has the positions as names
  const fields = type.fields.map((field, at) => valueText(field.type, values[field.name] ?? values[at] ?? 0n));
  return `(${fields.join(', ')})`;
}

function itemsText(type: AbiType, items: readonly AbiValue[]): string {
  const texts = items.slice(0, most.items).map((item) => valueText(type, item));
  return [...texts, ...(items.length > most.items ? [`… ${items.length - most.items} more`] : [])].join(', ');
}

function shortened(text: string): string {
  return text.length > most.characters ? `${text.slice(0, most.characters)}…` : text;
}
