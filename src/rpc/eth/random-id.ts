import { randomBytes } from 'node:crypto';
import { quantity } from '../../primitives/quantity.ts';
import { hexDigitsOf } from '../params/text.ts';

/** An id of a filter or subscription that other clients cannot guess: a quantity of 128 bits. */
export function createRandomId(): string {
  return quantity(BigInt(`0x${randomBytes(16).toString('hex')}`));
}

/** An id from a client, in the spelling that `createRandomId` returned. Throws a RangeError. */
export function parseRandomId(json: unknown): string {
  return `0x${hexDigitsOf(json).toLowerCase()}`;
}
