import type { Hash } from '../../../primitives/hash.ts';
import { KeyFormatError, parsePublicKey } from '../../../svm/public-key.ts';
import { parseSignature } from '../../../svm/signature.ts';
import type { Param } from '../../types.ts';
import { invalidParams } from '../errors.ts';
import { readList, readText } from './read.ts';

/** A key as it was asked for, and its 32 bytes. */
export type Key = { readonly text: string; readonly bytes: Uint8Array };

/** A signature as it was asked for, and the transaction it can only stand for, if any. */
export type SignatureText = { readonly text: string; readonly transaction: Hash | undefined };

/** Base58 of 32 bytes. Throws -32602 with the text clients test for. */
export function readKey(json: unknown): Key {
  const text = readText(json);
  return { text, bytes: withKeyErrors(() => parsePublicKey(text)) };
}

/** Base58 of 64 bytes. */
export function readSignature(json: unknown): SignatureText {
  const text = readText(json);
  return { text, transaction: withKeyErrors(() => parseSignature(text)) };
}

/** Runs a parser of keys; `prefix` stands before the one word that says what is wrong. */
export function withKeyErrors<T>(parse: () => T, prefix = 'Invalid param: '): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof KeyFormatError) throw invalidParams(`${prefix}${error.fault}`);
    throw error;
  }
}

export function keyParam(name: string, description: string): Param<Key> {
  return { name, description, required: true, parse: readKey, schema: { type: 'string' } };
}

export function signatureParam(name: string, description: string): Param<SignatureText> {
  return { name, description, required: true, parse: readSignature, schema: { type: 'string' } };
}

/** Up to `max` keys. */
export function keysParam(name: string, description: string, max: number): Param<readonly Key[]> {
  const parse = (json: unknown) => readBounded(json, max, readKey);
  return { name, description, required: true, parse, schema: { type: 'array', items: { type: 'string' } } };
}

/** Up to `max` signatures. */
export function signaturesParam(name: string, description: string, max: number): Param<readonly SignatureText[]> {
  const parse = (json: unknown) => readBounded(json, max, readSignature);
  return { name, description, required: true, parse, schema: { type: 'array', items: { type: 'string' } } };
}

/** A list that is counted before its items are looked at. */
export function readBounded<T>(json: unknown, max: number, read: (item: unknown) => T): readonly T[] {
  if (Array.isArray(json) && json.length > max) throw invalidParams(`Too many inputs provided; max ${max}`);
  return readList(json, read);
}
