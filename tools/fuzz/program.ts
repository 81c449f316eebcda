import { concatBytes } from '#qord/primitives/bytes.ts';
import { op } from './opcodes.ts';

/**
 * A program before its jumps have addresses: any item can be left out and it still assembles, which is what makes
 * shrinking simple.
 */
export type Item =
  | { readonly kind: 'code'; readonly bytes: Uint8Array }
  /** a position; with `isTarget`, that of a JUMPDEST */
  | { readonly kind: 'label'; readonly id: number; readonly isTarget: boolean }
  /** pushes the position of a label (0 when there is none) */
  | { readonly kind: 'pushLabel'; readonly id: number };

export type Program = readonly Item[];

/** Program → EVM code, with the positions of its labels. */
export function assemble(program: Program): Uint8Array {
  const positions = new Map<number, number>();
  let position = 0;
  for (const item of program) {
    if (item.kind === 'label') positions.set(item.id, position);
    position += sizeOf(item);
  }
  return concatBytes(...program.map((item) => bytesOf(item, positions)));
}

/** The shortest PUSH of a word. */
export function pushBytes(word: bigint): Uint8Array {
  if (word === 0n) return Uint8Array.of(op.push0);
  const digits = word.toString(16);
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  return Uint8Array.of(op.push0 + bytes.length, ...bytes);
}

function sizeOf(item: Item): number {
  if (item.kind === 'code') return item.bytes.length;
  return item.kind === 'pushLabel' ? 3 : Number(item.isTarget);
}

function bytesOf(item: Item, positions: ReadonlyMap<number, number>): Uint8Array {
  if (item.kind === 'code') return item.bytes;
  if (item.kind === 'label') return item.isTarget ? Uint8Array.of(op.jumpdest) : new Uint8Array(0);
  const position = positions.get(item.id) ?? 0;
  return Uint8Array.of(op.push2, position >> 8, position & 0xff);
}
