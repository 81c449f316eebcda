import { opcodeNamed } from '../../evm/instruction-set/opcodes.ts';
import { bigintToBytes } from '../../primitives/bytes.ts';
import { fromHex, isHex } from '../../primitives/hex.ts';

/** An opcode by name, a number to push with the shortest PUSH1…PUSH32, or raw bytes as `0x…` text or array. */
export type Part = string | number | bigint | Uint8Array;

/** Parts → EVM code. Throws a RangeError on an unknown name. */
export function assemble(...parts: readonly Part[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts.map(encodePart)));
}

function encodePart(part: Part): Uint8Array {
  if (part instanceof Uint8Array) return part;
  if (typeof part !== 'string') return encodePush(BigInt(part));
  return isHex(part) ? fromHex(part) : Uint8Array.of(opcodeOf(part));
}

function encodePush(value: bigint): Uint8Array {
  const bytes = value === 0n ? Uint8Array.of(0) : bigintToBytes(value);
  if (bytes.length > 32) throw new RangeError(`${value} is not a word`);
  return Uint8Array.of(0x5f + bytes.length, ...bytes);
}

function opcodeOf(name: string): number {
  const opcode = opcodeNamed(name);
  if (opcode === undefined) throw new RangeError(`no opcode ${name}`);
  return opcode.number;
}

/** Ends a program with the word on top of the stack as its output. The price holds while memory is empty. */
export const returnTop: readonly Part[] = [0, 'MSTORE', 32, 0, 'RETURN'];
export const returnTopGas = 15n;

/** Ends a program with nothing but the given words as its output. */
export function returnWords(count: number): readonly Part[] {
  const parts: Part[] = [];
  for (let i = count - 1; i >= 0; i--) parts.push(32 * i, 'MSTORE');
  return [...parts, 32 * count, 0, 'RETURN'];
}
