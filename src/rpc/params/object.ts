import { isJsonObject, type JsonObject } from '../dispatch/request.ts';
import { nameOf } from './text.ts';

/** JSON object. Throws a RangeError. */
export function objectOf(json: unknown): JsonObject {
  if (!isJsonObject(json)) throw new RangeError(`non-object: ${nameOf(json)}`);
  return json;
}

/** The object, when it has no other members than these; one that would have no effect is named. Throws a RangeError. */
export function onlyKnown(object: JsonObject, names: readonly string[]): JsonObject {
  const unknown = Object.keys(object).find((name) => !names.includes(name));
  if (unknown === undefined) return object;
  throw new RangeError(`unknown member ${JSON.stringify(unknown.slice(0, 100))}, the names are ${names.join(', ')}`);
}

/** JSON array. Throws a RangeError. */
export function listOf(json: unknown): readonly unknown[] {
  if (!Array.isArray(json)) throw new RangeError(`non-array: ${nameOf(json)}`);
  return json;
}

/**
 * A member through its parser; undefined when it is missing or null. What the parser throws comes out with the
 * member's name in front.
 */
export function member<T>(object: JsonObject, name: string, parse: (json: unknown) => T): T | undefined {
  const json = object[name];
  return json === undefined || json === null ? undefined : named(name, () => parse(json));
}

/** Runs `read`, and puts the place in front of the text of what it throws. */
export function named<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw inFrontOf(place, error);
  }
}

/** A RangeError with the place in front of its text; any other error as it is. */
export function inFrontOf(place: string, error: unknown): unknown {
  return error instanceof RangeError ? new RangeError(`${place}: ${error.message}`) : error;
}
