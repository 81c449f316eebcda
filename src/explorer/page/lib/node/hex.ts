import type { Hex } from './types.ts';

/** Whether a value is text that begins as hex data do. */
export function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && value.startsWith('0x');
}

/** An integer as a quantity: `0x` and the shortest digits. */
export function toQuantity(value: number | bigint): Hex {
  return `0x${value.toString(16)}`;
}
