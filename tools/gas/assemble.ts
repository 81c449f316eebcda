import { fromHex } from '#qord/primitives/hex.ts';

const opcodes = {
  STOP: 0x00,
  ADD: 0x01,
  MUL: 0x02,
  SUB: 0x03,
  EQ: 0x14,
  ISZERO: 0x15,
  XOR: 0x18,
  SHR: 0x1c,
  ADDRESS: 0x30,
  CALLER: 0x33,
  CALLDATALOAD: 0x35,
  CALLDATASIZE: 0x36,
  CALLDATACOPY: 0x37,
  POP: 0x50,
  JUMP: 0x56,
  JUMPI: 0x57,
  GAS: 0x5a,
  SSTORE: 0x55,
  SLOAD: 0x54,
  DUP1: 0x80,
  DUP2: 0x81,
  DUP5: 0x84,
  DUP6: 0x85,
  DUP7: 0x86,
  SWAP1: 0x90,
  CALL: 0xf1,
  DELEGATECALL: 0xf4,
  STATICCALL: 0xfa,
  REVERT: 0xfd,
} as const;

/** An instruction, a value to push, a place (`@here:`) or the push of one (`@here`). */
export type Word = keyof typeof opcodes | bigint | `@${string}`;

/** EVM code of the words. */
export function assemble(words: readonly Word[]): Uint8Array {
  const places = new Map<string, string>();
  let at = 0;
  for (const word of words) {
    if (isPlace(word)) places.set(word.slice(0, -1), at.toString(16).padStart(4, '0'));
    at += encode(word, () => '0000').length / 2;
  }
  return fromHex(`0x${words.map((word) => encode(word, (place) => places.get(place) ?? '')).join('')}`);
}

function isPlace(word: Word): word is `@${string}` {
  return typeof word === 'string' && word.endsWith(':');
}

function encode(word: Word, placeOf: (name: string) => string): string {
  if (typeof word === 'bigint') return pushed(word);
  if (isPlace(word)) return '5b'; // JUMPDEST
  if (word.startsWith('@')) return `61${placeOf(word)}`; // PUSH2
  return opcodes[word as keyof typeof opcodes].toString(16).padStart(2, '0');
}

function pushed(value: bigint): string {
  if (value === 0n) return '5f';
  const digits = value.toString(16);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  return (0x5f + even.length / 2).toString(16) + even;
}
