/** Bytes as text: `0x` followed by an even number of lower-case hex digits. */
export type Hex = `0x${string}`;

const evenHex = /^0x(?:[0-9a-f]{2})*$/i;

/** Whether `text` is `0x` plus whole bytes, in either case. */
export function isHex(text: string): text is Hex {
  return evenHex.test(text);
}

/** Bytes → `0x…` in lower case. */
export function toHex(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;
}

/** `0x…` → bytes. Throws a RangeError unless the text is whole bytes. */
export function fromHex(text: string): Uint8Array {
  if (!isHex(text)) throw new RangeError(`not whole bytes in hex: ${text.slice(0, 80)}`);
  return new Uint8Array(Buffer.from(text.slice(2), 'hex'));
}
