import type { Duplex } from 'node:stream';

/** Longest payload whose length fits the two bytes of the middle form. */
const maxMiddle = 0xffff;
const maxShort = 125;

/**
 * Writes a whole text message of ASCII as one unmasked frame (RFC 6455, 5.2), in one piece: a server that tells many
 * clients the same spends most of its time on writing. Answers false, with nothing written, when the text is not ASCII
 * or too long for that.
 */
export function writeTextFrame(connection: Duplex, text: string): boolean {
  const { length } = text;
  if (length > maxMiddle || Buffer.byteLength(text) !== length) return false;
  const size =
    length <= maxShort ? String.fromCharCode(length) : String.fromCharCode(maxShort + 1, length >> 8, length & 0xff);
  connection.write(`\x81${size}${text}`, 'latin1');
  return true;
}
