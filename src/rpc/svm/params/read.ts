import { unknownVariant, wrongType } from './json-type.ts';

/** Readers of plain JSON values. All throw the fault a client sees; optional ones take null for absent. */

const u64Max = 2n ** 64n - 1n;

export function readText(json: unknown): string {
  if (typeof json !== 'string') throw wrongType(json, 'a string');
  return json;
}

/** An unsigned 64-bit integer: a bigint only where a number would not be exact. */
export function readU64(json: unknown, type: 'u64' | 'usize' = 'u64'): number | bigint {
  if (typeof json === 'number' && Number.isSafeInteger(json) && json >= 0) return json;
  if (typeof json === 'bigint' && json >= 0n && json <= u64Max) return json;
  throw wrongType(json, type);
}

/** A list, each item read by `read`. */
export function readList<T>(json: unknown, read: (item: unknown) => T): readonly T[] {
  if (!Array.isArray(json)) throw wrongType(json, 'a sequence');
  return json.map((item) => read(item));
}

/** One of the words. */
export function readOneOf<const Word extends string>(json: unknown, words: readonly Word[]): Word {
  const text = readText(json);
  for (const word of words) if (word === text) return word;
  throw unknownVariant(text, words);
}

export function readBoolean(json: unknown): boolean {
  if (typeof json !== 'boolean') throw wrongType(json, 'a boolean');
  return json;
}

/** undefined for null and absent, else what `read` makes of it. */
export function optional<T>(json: unknown, read: (json: unknown) => T): T | undefined {
  return json === undefined || json === null ? undefined : read(json);
}

/** The members of an options object; none for null and absent. */
export function readOptions(json: unknown): Readonly<Record<string, unknown>> {
  if (json === undefined || json === null) return {};
  if (!isObject(json)) throw wrongType(json, 'a map');
  return json;
}

export function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
