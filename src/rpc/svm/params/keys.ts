import { type Address, fromSvmKey, zeroAddress } from '../../../primitives/address.ts';
import type { Hash } from '../../../primitives/hash.ts';
import { KeyFormatError, parsePublicKey } from '../../../svm/public-key.ts';
import { parseSignature } from '../../../svm/signature.ts';
import type { Param } from '../../method.ts';
import { mapValue, type ParamType, paramOf } from '../../params/param-type.ts';
import { invalidParams } from '../errors.ts';
import { listType, textType } from './svm-type.ts';

/** A key in the spelling of the client, and its 32 bytes. */
export type Key = { readonly text: string; readonly bytes: Uint8Array };

/** The account of a key; that of nobody for a key that is no native account. */
export function accountOfKey({ bytes }: Key): Address {
  return fromSvmKey(bytes) ?? zeroAddress;
}

/** A signature in the spelling of the client, and the only transaction that can have it, if any. */
export type SignatureText = { readonly text: string; readonly transaction: Hash | undefined };

/** Base58 of 32 bytes. Throws -32602 with the text that clients test for. */
export const keyType: ParamType<Key> = mapValue(textType, (text) => ({
  text,
  bytes: withKeyErrors(() => parsePublicKey(text)),
}));

/** Base58 of 64 bytes. */
export const signatureType: ParamType<SignatureText> = mapValue(textType, (text) => ({
  text,
  transaction: withKeyErrors(() => parseSignature(text)),
}));

/** Runs a parser of keys. `prefix` precedes the word for the fault in the error. */
export function withKeyErrors<T>(parse: () => T, prefix = 'Invalid param: '): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof KeyFormatError) throw invalidParams(`${prefix}${error.fault}`);
    throw error;
  }
}

/** A parameter that is a 32-byte key in base58. */
export function keyParam(name: string, description: string): Param<Key> {
  return paramOf(name, description, keyType);
}

/** A parameter that is a 64-byte signature in base58. */
export function signatureParam(name: string, description: string): Param<SignatureText> {
  return paramOf(name, description, signatureType);
}

/** Up to `max` keys. */
export function keysParam(name: string, description: string, max: number): Param<readonly Key[]> {
  return paramOf(name, description, limitedListType(keyType, max));
}

/** Up to `max` signatures. */
export function signaturesParam(name: string, description: string, max: number): Param<readonly SignatureText[]> {
  return paramOf(name, description, limitedListType(signatureType, max));
}

/** A list whose error for too many items has the words of the reference. */
export function limitedListType<T>(item: ParamType<T>, max: number): ParamType<readonly T[]> {
  return listType(item, { max, tooMany: () => invalidParams(`Too many inputs provided; max ${max}`) });
}
