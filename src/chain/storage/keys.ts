import { concatBytes } from '../../primitives/bytes.ts';

/** Height → 8 bytes that sort like the number. */
export function heightKey(height: number): Uint8Array {
  const key = Buffer.alloc(8);
  key.writeUIntBE(height, 2, 6);
  return key;
}

/** The height at the end of a key. */
export function heightAtEnd(key: Uint8Array): number {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength).readUIntBE(key.length - 6, 6);
}

/** A key that names a thing and then a number: rows of one thing stand together, in the number's order. */
export function numberedKey(name: Uint8Array, value: number): Uint8Array {
  return concatBytes(name, heightKey(value));
}
