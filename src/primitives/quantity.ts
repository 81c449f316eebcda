import type { Hex } from './hex.ts';

/** Integer → JSON-RPC quantity: `0x` and hex digits without leading zeros; zero is `0x0`. */
export function quantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`;
}

const quantityPattern = /^0x(?:0|[1-9a-f][0-9a-f]*)$/i;

/**
 * JSON-RPC quantity → integer; undefined when the text is not a quantity (no digits, leading zeros, other characters).
 */
export function parseQuantity(text: string): bigint | undefined {
  return quantityPattern.test(text) ? BigInt(text) : undefined;
}
