/** Big-endian bytes → unsigned integer; no bytes → 0. */
export function toBigint(bytes: Uint8Array): bigint {
  if (bytes.length === 0) return 0n;
  return BigInt(`0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`);
}

/** Unsigned integer below 256^length → `length` big-endian bytes. */
export function toBytes(value: bigint, length: number): Uint8Array {
  return Uint8Array.from(Buffer.from(value.toString(16).padStart(2 * length, '0'), 'hex'));
}
