import { randomBytes } from 'node:crypto';
import { quantity } from '../../primitives/quantity.ts';
import { hexDigitsOf } from '../params/text.ts';

/** A name for a filter or subscription that nobody else can guess: a quantity of 128 bits. */
export function createRandomId(): string {
  return quantity(BigInt(`0x${randomBytes(16).toString('hex')}`));
}

/** What clients give back, in the spelling it was given out. Throws a RangeError. */
export function parseRandomId(json: unknown): string {
  return `0x${hexDigitsOf(json).toLowerCase()}`;
}
