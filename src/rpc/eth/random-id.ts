import { randomBytes } from '../../primitives/machine.ts';
import { quantity } from '../../primitives/quantity.ts';
import type { ParamType } from '../params/param-type.ts';
import { hexDigitsOf } from '../params/text.ts';

/** An id of a filter or subscription that other clients cannot guess: a quantity of 128 bits. */
export function createRandomId(): string {
  return quantity(BigInt(`0x${randomBytes(16).toString('hex')}`));
}

/** What clients give back, in the spelling in which it was given out. */
export const randomIdType: ParamType<string> = {
  parse: (json) => `0x${hexDigitsOf(json).toLowerCase()}`,
  schema: { type: 'string', pattern: '^0[xX][0-9a-fA-F]*$' },
};
